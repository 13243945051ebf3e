import { useState } from 'react'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { notify } from '../../ui/feedback/notify.ts'
import { useCountdown } from '../../ui/use-countdown.ts'
import { CodeStep } from './code-step.tsx'
import { RequestStep } from './request-step.tsx'
import type { Reset, ResetRecord } from './reset-record.ts'

type Answer = Promise<Result<void, AuthFailure>>
type Props = {
  /** What was going on before the last reload. */
  begun: Reset | undefined
  /** ms since epoch until which there was a pause after too many attempts */
  pausedUntil: number | undefined
  offline: boolean
  record: ResetRecord
  request: (email: string) => Answer
  reset: (email: string, code: string, password: string) => Answer
  onDone: () => void
}

const nothingBegun: Reset = { step: 'request', email: '' }

/** Replaces a forgotten password: e-mail address, then code and new password (specification §4). */
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

  const become = async (next: Reset): Promise<void> => {
    setMoved(true)
    setNow(next)
    await record.write(next)
  }

  const ask = async (email: string): Answer => {
    const answer = await request(email)
    if (answer.ok) await become({ step: 'code', email })
    else if (answer.error.retryAt) setUntil(answer.error.retryAt)
    return answer
  }

  const save = async (code: string, password: string): Answer => {
    const answer = await reset(now.email, code, password)
    if (answer.ok) {
      await record.discard()
      notify.success(t('successMessage.passwordChangedSucess'))
      onDone()
    } else if (answer.error.retryAt) setUntil(answer.error.retryAt)
    return answer
  }

  const common = { email: now.email, secondsLeft, offline, focusOnArrival: moved }
  if (now.step === 'request') return <RequestStep {...common} request={ask} />
  return (
    <CodeStep
      {...common}
      reset={save}
      sendAgain={() => ask(now.email)}
      onOtherEmail={() => void become({ ...now, step: 'request' })}
    />
  )
}
