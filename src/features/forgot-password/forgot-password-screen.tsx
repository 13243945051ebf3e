import { useState } from 'react'
import type { AuthFailure } from '../../session/failure-messages.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { formatMinutesAndSeconds } from '../../lib/time/minutes-and-seconds.ts'
import type { Result } from '../../lib/result.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { CodeStep, RequestStep } from './reset-steps.tsx'
import type { Reset, ResetRecord } from './reset-record.ts'

type AsyncResult = Promise<Result<void, AuthFailure>>

type Props = {
  /** The reset in progress before the last reload. */
  initialReset: Reset | undefined
  /** When the pause after too many attempts ends, in ms since the epoch. */
  pausedUntil: number | undefined
  offline: boolean
  record: ResetRecord
  request: (email: string) => AsyncResult
  reset: (email: string, code: string, password: string) => AsyncResult
  onDone: () => void
}

const focus = (input: HTMLInputElement | null): void => input?.focus()
const newReset: Reset = { step: 'request', email: '' }

/**
 * Replaces a forgotten password, in the two steps of specification §4: the email address, then a code and the
 * new password.
 */
export const ForgotPasswordScreen = ({
  initialReset = newReset,
  pausedUntil = 0,
  offline,
  record,
  request,
  reset,
  onDone,
}: Props) => {
  const t = useTranslate()
  const [current, setCurrent] = useState<Reset>(initialReset)
  const [hasChangedStep, setHasChangedStep] = useState(false)
  const [retryAt, setRetryAt] = useState(pausedUntil)
  const secondsLeft = useCountdown(retryAt)

  /** Shows a step, and stores it so that it survives a reload. */
  const moveTo = async (next: Reset): Promise<void> => {
    setHasChangedStep(true)
    setCurrent(next)
    await record.write(next)
  }

  const requestCode = async (email: string): AsyncResult => {
    const result = await request(email)
    if (result.ok) await moveTo({ step: 'code', email })
    else if (result.error.retryAt) setRetryAt(result.error.retryAt)
    return result
  }

  const save = async (code: string, password: string): AsyncResult => {
    const result = await reset(current.email, code, password)
    if (result.ok) {
      await record.discard()
      notify.success(t('successMessage.passwordChangedSucess'))
      onDone()
    } else if (result.error.retryAt) setRetryAt(result.error.retryAt)
    return result
  }

  const countdown =
    secondsLeft > 0
      ? t('forgotPassword.countdown', { time: formatMinutesAndSeconds(secondsLeft) })
      : undefined
  const focusOnArrival = hasChangedStep ? focus : undefined
  const stepProps = { email: current.email, countdown, offline, focusOnArrival }
  if (current.step === 'request') return <RequestStep {...stepProps} request={requestCode} />
  return (
    <CodeStep
      {...stepProps}
      reset={save}
      sendAgain={() => requestCode(current.email)}
      onOtherEmail={() => void moveTo({ ...current, step: 'request' })}
    />
  )
}
