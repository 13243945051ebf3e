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
  /** Ends sign-ins of other browsers. */
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
  /** Whether there are browsers that are asked for no code. The end of a sign-in does not change that. */
  hasRemembered: boolean
  onEnded: () => void
  onCancel: () => void
}

/** Asks before sign-ins of other browsers end. */
const EndDialog = ({ chosen, hasRemembered, end, onRetry, onEnded, onCancel }: EndDialogProps) => {
  const t = useTranslate()
  const { dateAndTime } = createTimeFormat(useLocale().code)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<ApiFailure>()
  const [first, ...rest] = chosen
  const confirm = async () => {
    setFailure(undefined)
    const result = await end(chosen)
    const now = await onRetry()
    // The sign-ins may have ended although the response was lost.
    const isLeft = ({ signed_in_at: time }: SignIn) =>
      chosen.some(({ signed_in_at: chosenTime }) => chosenTime === time)
    if (result.ok || (now?.ok && !now.value.some(isLeft))) onEnded()
    else setFailure(result.error)
  }
  return (
    <ConfirmDialog
      title={
        first && rest.length === 0
          ? t('signIns.endTitle', { name: getBrowserName(first, t) })
          : t('signIns.endOthersTitle')
      }
      confirmLabel={t('signIns.end')}
      cancelLabel={t('common.cancel')}
      busy={busy}
      onConfirm={() => run(confirm)}
      onCancel={onCancel}
    >
      {failure && <Notice tone="error">{t(getApiMessage(failure))}</Notice>}
      {first && rest.length === 0 && (
        <p>{t('signIns.since', { time: dateAndTime(Date.parse(first.signed_in_at)) })}</p>
      )}
      <p>{t('signIns.endBody')}</p>
      {hasRemembered && <p>{t('signIns.endRemembered')}</p>}
    </ConfirmDialog>
  )
}

/** Shows in which browsers the coach is signed in, and ends that in others. */
export const SignInsScreen = ({ signIns, onRetry, end, ...remembered }: Props) => {
  const { offline } = remembered
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [chosen, setChosen] = useState<readonly SignIn[]>()

  const renderContent = (all: readonly SignIn[]) => {
    const others = all.filter(({ current }) => !current)
    // This browser comes first, then the last used.
    const rows = all.filter(({ current }) => current).concat(others)
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
        {others.length > 1 && (
          <Button variant="dangerOutline" disabled={offline} onClick={() => setChosen(others)}>
            {t('signIns.endOthers')}
          </Button>
        )}
        <p>{t(others.length === 0 ? 'signIns.onlyHere' : 'signIns.unknownOne')}</p>
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
          if (!remembered.devices?.ok) void remembered.onDevicesChanged()
        }}
      >
        {renderContent}
      </SecurityContent>
      {/* If both lists failed, one notice is enough: its button reads both. */}
      {(signIns?.ok || remembered.devices?.ok) && (
        <RememberedDevices
          {...remembered}
          onDevicesChanged={async () => {
            const now = await remembered.onDevicesChanged()
            // The button that had the focus may be gone from the list.
            heading.current?.focus()
            return now
          }}
        />
      )}
      {chosen && (
        <EndDialog
          chosen={chosen}
          hasRemembered={remembered.devices?.ok === true && remembered.devices.value.length > 0}
          end={end}
          onRetry={onRetry}
          onEnded={() => {
            // The browser returns the focus to the button of the dialog, which is gone from the list.
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
