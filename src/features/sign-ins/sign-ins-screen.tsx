import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApiFailure } from '../../contract/api-failure.ts'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { fail, type Result } from '../../lib/result.ts'
import { parseUserAgent } from '../../lib/text/user-agent.ts'
import { SecurityContent, SecuritySubpage } from '../../person/form/security-subpage.tsx'
import { getApiMessage } from '../../session/auth-failure.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { Stack } from '../../ui/layout/stack.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { getBrowserName } from './browser-name.ts'
import { DeviceCard } from './device-card.tsx'
import { EndSignInsDialog, type EndSignInsDialogProps } from './end-sign-ins-dialog.tsx'
import type { SignIn } from './read-sign-ins.ts'
import { RememberedDevices, type RememberedDevicesProps } from './remembered-devices.tsx'
import styles from './sign-ins-screen.module.css'

type Props = RememberedDevicesProps &
  Pick<EndSignInsDialogProps, 'end' | 'onRetry'> & {
    /** Where the coach is signed in, or why that could not be read. Undefined while it is read. */
    signIns: Result<readonly SignIn[], ApiFailure> | undefined
  }

type RowProps = { signIn: SignIn; offline: boolean; onEnd: () => void }

const SignInRow = ({ signIn, offline, onEnd }: RowProps) => {
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  const { current, signed_in_at: signedInAt, last_seen: lastSeen } = signIn
  const name = getBrowserName(signIn, t)
  const since = t('signIns.since', { time: dateAndTime(Date.parse(signedInAt)) })
  return (
    <DeviceCard
      browser={signIn}
      heading="h2"
      isCurrent={current}
      notes={
        <>
          <p>{since}</p>
          {!current && <p>{t('signIns.lastSeen', { time: dateAndTime(Date.parse(lastSeen)) })}</p>}
        </>
      }
    >
      {!current && (
        <Button variant="dangerOutline" className={styles.action} disabled={offline} onClick={onEnd}>
          <span>{t('signIns.end')}</span>
          {/* With the time, because two devices may have the same browser. */}
          <VisuallyHidden>{` ${name}, ${since}`}</VisuallyHidden>
        </Button>
      )}
    </DeviceCard>
  )
}

/** What this browser knows without the list, while the server cannot be reached: that it is signed in itself. */
const ThisBrowserOnly = () => {
  const t = useTranslate()
  return (
    <>
      <ul className={styles.list}>
        <DeviceCard
          browser={parseUserAgent(navigator.userAgent)}
          heading="h2"
          isCurrent
          notes={<p>{t('signIns.openHere')}</p>}
        />
      </ul>
      <Notice tone="info">{t('signIns.othersOffline')}</Notice>
    </>
  )
}

/** Lists the browsers in which the coach is signed in, and signs the coach out in other browsers. */
export const SignInsScreen = ({ signIns, onRetry, end, ...deviceProps }: Props) => {
  const { offline, devices, onDevicesChanged } = deviceProps
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<readonly SignIn[]>()

  const renderContent = (allSignIns: readonly SignIn[]) => {
    const otherSignIns = allSignIns.filter(({ current }) => !current)
    // This browser comes first, then the browser that was used last.
    const rows = allSignIns.filter(({ current }) => current).concat(otherSignIns)
    return (
      <>
        <ul className={styles.list}>
          {rows.map((signIn) => (
            <SignInRow
              key={signIn.signed_in_at}
              signIn={signIn}
              offline={offline}
              onEnd={() => setChosen([signIn])}
            />
          ))}
        </ul>
        {otherSignIns.length > 1 && (
          <ButtonRow>
            <Button variant="dangerOutline" disabled={offline} onClick={() => setChosen(otherSignIns)}>
              {t('signIns.endOthers')}
            </Button>
          </ButtonRow>
        )}
        <Stack gap="s">
          <p>{t(otherSignIns.length === 0 ? 'signIns.onlyHere' : 'signIns.unknownOne')}</p>
          <ButtonRow>
            <LocaleLink to="change-password" className={buttonClass('secondary')}>
              {t('changePassword.title')}
            </LocaleLink>
          </ButtonRow>
        </Stack>
      </>
    )
  }

  return (
    <SecuritySubpage headingRef={heading} title={t('signIns.title')} intro={t('signIns.intro')}>
      {offline && !signIns?.ok ? (
        <ThisBrowserOnly />
      ) : (
        <SecurityContent
          result={!signIns || signIns.ok ? signIns : fail({ message: getApiMessage(signIns.error) })}
          offline={offline}
          offlineMessage="signIns.offline"
          rows={2}
          failedTitle={t('signIns.failed')}
          onRetry={() => {
            heading.current?.focus()
            void onRetry()
            if (!devices?.ok) void onDevicesChanged()
          }}
        >
          {renderContent}
        </SecurityContent>
      )}
      {/* If both lists failed, the notice above is enough: its button reads both. */}
      {(signIns?.ok || devices?.ok) && (
        <RememberedDevices
          {...deviceProps}
          onDevicesChanged={async () => {
            const updatedDevices = await onDevicesChanged()
            // The button that had the focus may have disappeared from the list.
            heading.current?.focus()
            return updatedDevices
          }}
        />
      )}
      {chosen && (
        <EndSignInsDialog
          chosen={chosen}
          hasRememberedDevices={devices?.ok === true && devices.value.length > 0}
          end={end}
          onRetry={onRetry}
          onEnded={() => {
            // A closing dialog returns the focus to the button that opened it, which has disappeared from the list.
            flushSync(() => setChosen(undefined))
            heading.current?.focus()
            notify.success(t('signIns.ended', { count: chosen.length }))
          }}
          onCancel={() => setChosen(undefined)}
        />
      )}
    </SecuritySubpage>
  )
}
