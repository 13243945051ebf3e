import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApiFailure } from '../../contract/api-failure.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import { createTimeFormat } from '../../i18n/time-format.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { fail, type Result } from '../../lib/result.ts'
import { SecurityContent, SecurityPage } from '../../person/form/security-page.tsx'
import { getApiMessage } from '../../session/failure-messages.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { Card } from '../../ui/layout/card.tsx'
import { ConfirmDialog } from '../../ui/layout/confirm-dialog.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { getBrowserName } from './browser-name.ts'
import { RememberedDevices, type RememberedDevicesProps } from './remembered-devices.tsx'
import styles from './sign-ins-screen.module.css'

/** A browser in which the coach is signed in. */
export type SignIn = ResponseOf<'mySignIns'>['sign_ins'][number]

type Props = RememberedDevicesProps & {
  /** Where the coach is signed in, or why that could not be read. Undefined while it is read. */
  signIns: Result<readonly SignIn[], ApiFailure> | undefined
  /** Reads the list again. Resolves to the new `signIns`. */
  onRetry: () => Promise<Props['signIns']>
  /** Signs the coach out in other browsers. */
  end: (signIns: readonly SignIn[]) => Promise<Result<unknown, ApiFailure>>
}

type RowProps = { signIn: SignIn; offline: boolean; onEnd: () => void }

const SignInRow = ({ signIn, offline, onEnd }: RowProps) => {
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  const { current, signed_in_at: signedInAt, last_seen: lastSeen } = signIn
  const name = getBrowserName(signIn, t)
  const since = t('signIns.since', { time: dateAndTime(Date.parse(signedInAt)) })
  return (
    <li>
      <Card className={styles.signIn}>
        <div className={styles.words}>
          <h2 className={styles.name}>{name}</h2>
          {current && <p className={styles.current}>{t('signIns.current')}</p>}
          <p>{since}</p>
          {!current && <p>{t('signIns.lastSeen', { time: dateAndTime(Date.parse(lastSeen)) })}</p>}
        </div>
        {!current && (
          <Button variant="dangerOutline" disabled={offline} onClick={onEnd}>
            <span>{t('signIns.end')}</span>
            {/* With the time, because two devices may have the same browser. */}
            <VisuallyHidden>{` ${name}, ${since}`}</VisuallyHidden>
          </Button>
        )}
      </Card>
    </li>
  )
}

type EndDialogProps = Pick<Props, 'end' | 'onRetry'> & {
  chosen: readonly SignIn[]
  /** Whether some browsers need no code for a sign-in. They still need none after this sign-out. */
  hasRememberedDevices: boolean
  onEnded: () => void
  onCancel: () => void
}

/** Asks the coach to confirm the sign-out in other browsers. */
const EndDialog = ({ chosen, hasRememberedDevices, end, onRetry, onEnded, onCancel }: EndDialogProps) => {
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<ApiFailure>()
  const onlyOne = chosen.length === 1 ? chosen[0] : undefined
  const confirm = async () => {
    setFailure(undefined)
    const result = await end(chosen)
    const updatedSignIns = await onRetry()
    // The sign-ins may have ended although the response was lost.
    const isChosen = ({ signed_in_at: time }: SignIn) =>
      chosen.some(({ signed_in_at: chosenTime }) => chosenTime === time)
    if (result.ok || (updatedSignIns?.ok && !updatedSignIns.value.some(isChosen))) onEnded()
    else setFailure(result.error)
  }
  return (
    <ConfirmDialog
      title={
        onlyOne ? t('signIns.endTitle', { name: getBrowserName(onlyOne, t) }) : t('signIns.endOthersTitle')
      }
      confirmLabel={t('signIns.end')}
      cancelLabel={t('common.cancel')}
      busy={busy}
      onConfirm={() => run(confirm)}
      onCancel={onCancel}
    >
      {failure && <Notice tone="error">{t(getApiMessage(failure))}</Notice>}
      {onlyOne && <p>{t('signIns.since', { time: dateAndTime(Date.parse(onlyOne.signed_in_at)) })}</p>}
      <p>{t('signIns.endBody')}</p>
      {hasRememberedDevices && <p>{t('signIns.endRemembered')}</p>}
    </ConfirmDialog>
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
          <Button variant="dangerOutline" disabled={offline} onClick={() => setChosen(otherSignIns)}>
            {t('signIns.endOthers')}
          </Button>
        )}
        <p>{t(otherSignIns.length === 0 ? 'signIns.onlyHere' : 'signIns.unknownOne')}</p>
        <p className={styles.link}>
          <LocaleLink to="change-password" className={standaloneLinkClass}>
            {t('changePassword.title')}
          </LocaleLink>
        </p>
      </>
    )
  }

  return (
    <SecurityPage headingRef={heading} title={t('signIns.title')} intro={t('signIns.intro')}>
      <SecurityContent
        result={!signIns || signIns.ok ? signIns : fail({ message: getApiMessage(signIns.error) })}
        offline={offline}
        offlineMessage="signIns.offline"
        rows={6}
        failedTitle={t('signIns.failed')}
        onRetry={() => {
          heading.current?.focus()
          void onRetry()
          if (!devices?.ok) void onDevicesChanged()
        }}
      >
        {renderContent}
      </SecurityContent>
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
        <EndDialog
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
    </SecurityPage>
  )
}
