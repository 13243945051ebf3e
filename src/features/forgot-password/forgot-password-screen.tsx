import { useState } from 'react'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { minutesAndSeconds } from '../../lib/time/minutes-and-seconds.ts'
import type { Result } from '../../lib/result.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { CodeStep, RequestStep } from './reset-steps.tsx'
import type { Reset, ResetRecord } from './reset-record.ts'

type Outcome = Promise<Result<void, AuthFailure>>
type Props = {
  /** The reset in progress before the last reload. */
  begun: Reset | undefined
  /** ms since epoch until which resets are paused after too many attempts. */
  pausedUntil: number | undefined
  offline: boolean
  record: ResetRecord
  request: (email: string) => Outcome
  reset: (email: string, code: string, password: string) => Outcome
  onDone: () => void
}

const focus = (input: HTMLInputElement | null): void => input?.focus()
const nothingBegun: Reset = { step: 'request', email: '' }

/** Replaces a forgotten password: email address, then code and new password (specification §4). */
export const ForgotPasswordScreen = ({
  begun = nothingBegun,
  pausedUntil = 0,
  offline,
  record,
  request,
  reset,
  onDone,
}: Props) => {
  const t = useTranslate()
  const [now, setNow] = useState<Reset>(begun)
  const [moved, setMoved] = useState(false)
  const [until, setUntil] = useState(pausedUntil)
  const secondsLeft = useCountdown(until)

  const moveTo = async (next: Reset): Promise<void> => {
    setMoved(true)
    setNow(next)
    await record.write(next)
  }

  const requestCode = async (email: string): Outcome => {
    const sent = await request(email)
    if (sent.ok) await moveTo({ step: 'code', email })
    else if (sent.error.retryAt) setUntil(sent.error.retryAt)
    return sent
  }

  const save = async (code: string, password: string): Outcome => {
    const saved = await reset(now.email, code, password)
    if (saved.ok) {
      await record.discard()
      notify.success(t('successMessage.passwordChangedSucess'))
      onDone()
    } else if (saved.error.retryAt) setUntil(saved.error.retryAt)
    return saved
  }

  const countdown =
    secondsLeft > 0 ? t('forgotPassword.countdown', { time: minutesAndSeconds(secondsLeft) }) : undefined
  const focusOnArrival = moved ? focus : undefined
  const common = { email: now.email, countdown, offline, focusOnArrival }
  if (now.step === 'request') return <RequestStep {...common} request={requestCode} />
  return (
    <CodeStep
      {...common}
      reset={save}
      sendAgain={() => requestCode(now.email)}
      onOtherEmail={() => void moveTo({ ...now, step: 'request' })}
    />
  )
}
