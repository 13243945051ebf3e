import { type ReactNode, useRef, useState } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { StorageUsage } from '../../offline/storage-usage.ts'
import { Page } from '../../ui/layout/page.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { useFocusAfter } from '../../ui/use-focus-after.ts'
import { SupportCode } from '../../ui/support-code.tsx'
import { KindRow } from './kind-row.tsx'
import { StoragePicture } from './storage-picture.tsx'
import styles from './storage.module.css'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

type Props = {
  usage: StorageUsage
  /** Whether the browser has promised not to clear the storage. */
  persistent: boolean
  /** The number of entries that wait to be sent. */
  unsent: number
  /** The id of this device, if it has one. */
  device: string | undefined
  /** The downloaded modules, each with its own buttons. */
  modules: ReactNode
  /** Asks the browser for persistent storage. Resolves to whether it was granted. */
  onPersist: () => Promise<boolean>
  onFree: (kind: 'media' | 'words') => Promise<void>
}

/** What this site stores on this phone, and what the coach may remove: never unsent data. */
export const StorageScreen = ({ usage, persistent, unsent, device, modules, onPersist, onFree }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { used, quota, kinds } = usage
  const others = useRef<HTMLHeadingElement>(null)
  // A row is removed together with the button that was pressed.
  const onFocus = useFocusAfter(others)
  const size = (bytes: number) => formatSize(bytes, code)
  return (
    <Page title={t('storage.title')} intro={t('storage.intro')}>
      {used !== undefined && quota !== undefined ? (
        <div className={styles.total}>
          {/* The bar divides the used space: the text around it says so, and how much is free. */}
          <p>{t('storage.used', { used: size(used) })}</p>
          <StoragePicture usage={usage} />
          <p className={styles.note}>{t('storage.free', { free: size(Math.max(0, quota - used)) })}</p>
        </div>
      ) : (
        <p>{t('storage.usedUnknown')}</p>
      )}
      <Persistence persistent={persistent} onPersist={onPersist} />
      <section className={styles.section} aria-labelledby="kept">
        <h2 id="kept" className={styles.kindName} data-kind={kinds.modules ? 'modules' : undefined}>
          {t('storage.modules')}
        </h2>
        {modules}
      </section>
      <section className={styles.section} aria-labelledby="others">
        <h2 id="others" ref={others} tabIndex={-1}>
          {t('storage.others')}
        </h2>
        <div onFocus={onFocus}>
          <ul className={styles.kinds}>
            {kinds.media !== 0 && <KindRow kind="media" bytes={kinds.media} free={() => onFree('media')} />}
            {kinds.words !== 0 && <KindRow kind="words" bytes={kinds.words} free={() => onFree('words')} />}
            {unsent > 0 && <KindRow kind="outbox" count={unsent} to="outbox" label={t('storage.toOutbox')} />}
            {kinds.uploads !== 0 && (
              <KindRow kind="uploads" bytes={kinds.uploads} to="files" label={t('storage.toFiles')} />
            )}
            <KindRow kind="database" bytes={kinds.database} />
            <KindRow kind="app" bytes={kinds.app} />
          </ul>
        </div>
      </section>
      {device !== undefined && <SupportCode device={device} />}
      <p>
        {/* A separate page, outside the app. */}
        <span>{t('storage.repair')}</span> <a href="/recover">{t('storage.repairLink')}</a>
      </p>
    </Page>
  )
}

/** Whether the browser may clear the storage, and a button that asks it not to. */
const Persistence = ({
  persistent,
  onPersist,
}: {
  persistent: boolean
  onPersist: () => Promise<boolean>
}) => {
  const t = useTranslate()
  const [outcome, setOutcome] = useState<'promised' | 'refused'>()
  const promised = persistent || outcome === 'promised'
  const request = async () => setOutcome((await onPersist()) ? 'promised' : 'refused')
  return (
    <Notice tone={promised ? 'success' : 'warning'}>
      <p>{t(promised ? 'storage.persistent' : 'storage.notPersistent')}</p>
      {!promised && (
        <div>
          <Button variant="secondary" onClick={() => void request()}>
            {t('storage.askPersistent')}
          </Button>
        </div>
      )}
      {outcome === 'refused' && <p>{t('storage.persistRefused')}</p>}
    </Notice>
  )
}
