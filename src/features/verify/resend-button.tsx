import { useState } from 'react'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { minutesAndSeconds } from '../../lib/minutes-and-seconds.ts'
import styles from './resend-button.module.css'
import { useCountdown } from '../../ui/use-countdown.ts'

/** ms between two codes: an e-mail takes a moment, and the pool limits how many it sends */
const interval = 30_000

/** Asks for another code, and then waits a while before the next. */
export const ResendButton = ({
  resend,
}: {
  resend: () => Promise<Result<void, AuthFailure> | undefined>
}) => {
  const t = useTranslate()
  // Whoever arrives here has just been sent a code.
  const [until, setUntil] = useState(() => Date.now() + interval)
  const [busy, setBusy] = useState(false)
  const left = useCountdown(until)

  const ask = async () => {
    if (left > 0 || busy) return
    setBusy(true)
    const answer = await resend()
    setBusy(false)
    if (answer?.ok) {
      setUntil(Date.now() + interval)
      notify.success(t('successMessage.codeSent'))
    } else if (answer) notify.error(t(answer.error.reason ?? answer.error.message))
  }

  return (
    <Button
      variant="secondary"
      busy={busy}
      aria-disabled={left > 0}
      className={left > 0 ? styles.waiting : undefined}
      onClick={() => void ask()}
    >
      {left > 0 ? t('verify.resendIn', { time: minutesAndSeconds(left) }) : t('verify.resend')}
    </Button>
  )
}
