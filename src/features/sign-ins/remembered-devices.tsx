import { useState } from 'react'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { parseUserAgent } from '../../lib/text/user-agent.ts'
import type { RememberedDevice } from '../../session/challenge.ts'
import type { AuthFailure } from '../../session/auth-failure.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNotice } from '../../ui/feedback/failure-notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { RetryNotice } from '../../ui/feedback/retry-notice.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { getBrowserName } from './browser-name.ts'
import { DeviceCard } from './device-card.tsx'
import styles from './sign-ins-screen.module.css'

export type RememberedDevicesProps = {
  /**
   * The browsers in which a sign-in needs no code, or why they could not be read. Undefined while they are read,
   * and for an account that has none.
   */
  devices: Result<readonly RememberedDevice[], AuthFailure> | undefined
  /** Reads the list again. Resolves to the new `devices`. */
  onDevicesChanged: () => Promise<RememberedDevicesProps['devices']>
  /** Makes sign-ins in these browsers ask for a code again. */
  forget: (ids: readonly string[]) => Promise<Result<void, AuthFailure>>
  offline: boolean
}

/**
 * Lists the browsers in which a sign-in needs no code of the second factor. The coach can have them ask for a code
 * again.
 */
export const RememberedDevices = ({ devices, onDevicesChanged, forget, offline }: RememberedDevicesProps) => {
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<AuthFailure>()
  if (!devices) return null
  // While offline, the page already says why the list is missing. With `notOffered`, the pool remembers no devices.
  if (!devices.ok && (offline || devices.error.message === 'secondFactor.notOffered')) return null
  if (devices.ok && devices.value.length === 0) return null

  const forgetDevices = async (chosen: readonly RememberedDevice[]) => {
    setFailure(undefined)
    const result = await forget(chosen.map(({ id }) => id))
    // Also after a failure: some devices may be forgotten, or only the response was lost.
    const updatedDevices = await onDevicesChanged()
    const isChosen = ({ id }: RememberedDevice) => chosen.some((device) => device.id === id)
    if (result.ok || (updatedDevices?.ok && !updatedDevices.value.some(isChosen)))
      notify.success(t('signIns.forgotten'))
    else setFailure(result.error)
  }

  const renderDevice = (device: RememberedDevice) => {
    const browser = parseUserAgent(device.userAgent)
    return (
      <DeviceCard
        key={device.id}
        browser={browser}
        heading="h3"
        isCurrent={device.isCurrent}
        notes={<p>{t('signIns.lastSignIn', { time: dateAndTime(device.lastSignIn) })}</p>}
      >
        <Button
          variant="secondary"
          className={styles.action}
          busy={busy}
          disabled={offline}
          onClick={() => run(() => forgetDevices([device]))}
        >
          <span>{t('signIns.forget')}</span>
          <VisuallyHidden>{` ${getBrowserName(browser, t)}`}</VisuallyHidden>
        </Button>
      </DeviceCard>
    )
  }

  return (
    <section className={styles.section}>
      <h2>{t('signIns.remembered')}</h2>
      {failure && <FailureNotice failure={failure} />}
      {devices.ok ? (
        <>
          <p>{t('signIns.rememberedIntro')}</p>
          <ul className={styles.list}>{devices.value.map(renderDevice)}</ul>
          {devices.value.length > 1 && (
            <Button
              variant="secondary"
              busy={busy}
              disabled={offline}
              onClick={() => run(() => forgetDevices(devices.value))}
            >
              {t('signIns.forgetAll')}
            </Button>
          )}
        </>
      ) : (
        <RetryNotice tone="warning" title={t(devices.error.message)} onRetry={() => void onDevicesChanged()}>
          {devices.error.reason && <p>{t(devices.error.reason)}</p>}
        </RetryNotice>
      )}
    </section>
  )
}
