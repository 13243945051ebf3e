import { useState } from 'react'
import type { AuthFailure } from '../../session/auth-failure.ts'
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
  /** Stores the reset, so that it survives a reload. */
  record: ResetRecord
  /** Has a code sent to the email address. */
  request: (email: string) => AsyncResult
  /** Replaces the password. */
  reset: (email: string, code: string, password: string) => AsyncResult
  onDone: () => void
}

const focus = (input: HTMLInputElement | null): void => input?.focus()
const emptyReset: Reset = { step: 'request', email: '' }

/**
 * Replaces a forgotten password, in the two steps of specification §4: the email address, then a code and the
 * new password.
 */
export const ForgotPasswordScreen = ({
  initialReset = emptyReset,
  // By default there is no pause.
  pausedUntil: initialPausedUntil = 0,
  offline,
  record,
  request,
  reset,
  onDone,
}: Props) => {
  const t = useTranslate()
  const [currentReset, setCurrentReset] = useState<Reset>(initialReset)
  const [hasChangedStep, setHasChangedStep] = useState(false)
  const [pausedUntil, setPausedUntil] = useState(initialPausedUntil)
  const secondsLeft = useCountdown(pausedUntil)

  /** Shows a step, and stores it so that it survives a reload. */
  const moveTo = async (newReset: Reset): Promise<void> => {
    setHasChangedStep(true)
    setCurrentReset(newReset)
    await record.write(newReset)
  }

  const requestCode = async (email: string): AsyncResult => {
    const result = await request(email)
    if (result.ok) await moveTo({ step: 'code', email })
    else if (result.error.retryAt) setPausedUntil(result.error.retryAt)
    return result
  }

  const savePassword = async (code: string, password: string): AsyncResult => {
    const result = await reset(currentReset.email, code, password)
    if (result.ok) {
      await record.discard()
      notify.success(t('successMessage.passwordChangedSucess'))
      onDone()
    } else if (result.error.retryAt) setPausedUntil(result.error.retryAt)
    return result
  }

  const countdown =
    secondsLeft > 0
      ? t('forgotPassword.countdown', { time: formatMinutesAndSeconds(secondsLeft) })
      : undefined
  const focusOnArrival = hasChangedStep ? focus : undefined
  const stepProps = { email: currentReset.email, countdown, offline, focusOnArrival }
  if (currentReset.step === 'request') return <RequestStep {...stepProps} request={requestCode} />
  return (
    <CodeStep
      {...stepProps}
      reset={savePassword}
      sendAgain={() => requestCode(currentReset.email)}
      onOtherEmail={() => void moveTo({ ...currentReset, step: 'request' })}
    />
  )
}
