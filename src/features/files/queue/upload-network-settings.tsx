import { startTransition, useOptimistic } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { CheckboxField } from '../../../ui/form/checkbox-field.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import type { NetworkSettings } from '../../../uploads/commands.ts'
import type { UploadClient } from '../../../uploads/contract.ts'
import { useUploads } from '../../../uploads/use-uploads.ts'
import styles from '../files.module.css'

/**
 * The settings for the connections that this device may use to send. If the browser cannot distinguish the
 * connections, a text says so instead.
 */
export const UploadNetworkSettings = ({ uploads }: { uploads: UploadClient }) => {
  const t = useTranslate()
  const { network } = useUploads(uploads)
  // What this browser reports: the type of its connection, and whether the device saves data.
  const { knows } = network
  // The checkboxes show the coach's choice immediately, before the worker has confirmed it.
  const [{ wifiOnly, obeyDataSaver }, setSettings] = useOptimistic<NetworkSettings>(network)
  const change = (changes: Partial<NetworkSettings>) => {
    const settings = { wifiOnly, obeyDataSaver, ...changes }
    startTransition(async () => {
      setSettings(settings)
      await uploads.setNetwork(settings)
    })
  }

  return (
    <Disclosure lazy summary={<strong>{t('files.network.title')}</strong>}>
      <Stack gap="s">
        {knows.wifi ? (
          <CheckboxField
            name="wifiOnly"
            label={t('files.network.wifiOnly')}
            hint={t('files.network.wifiHint')}
            checked={wifiOnly}
            onChange={({ currentTarget }) => change({ wifiOnly: currentTarget.checked })}
          />
        ) : (
          <p className={styles.hint}>{t('files.network.unknown')}</p>
        )}
        {knows.dataSaver && (
          <CheckboxField
            name="obeyDataSaver"
            label={t('files.network.dataSaver')}
            hint={t('files.network.dataSaverHint')}
            checked={obeyDataSaver}
            onChange={({ currentTarget }) => change({ obeyDataSaver: currentTarget.checked })}
          />
        )}
      </Stack>
    </Disclosure>
  )
}
