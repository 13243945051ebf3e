import { useState } from 'react'
import type { AuthFailure } from '../../session/failures.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import { Button } from '../../ui/button.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { minutesAndSeconds } from '../../lib/time/minutes-and-seconds.ts'
import styles from './resend-button.module.css'
import { useBusy } from '../../ui/use-busy.ts'
import { useCountdown } from '../../ui/use-countdown.ts'

/** ms between two codes: an email takes a moment, and the pool limits how many it sends. */
const interval = 30_000

/** Requests another code. After a code was sent, it waits a while before the next. */
export const ResendButton = ({
  resend,
  sentAt,
}: {
  resend: () => Promise<Result<void, AuthFailure> | undefined>
  /** ms since epoch; undefined if no code is known to have been sent. */
  sentAt: number | undefined
}) => {
  const t = useTranslate()
  // At most now, in case the clock was set back since.
  const [until, setUntil] = useState(() => Math.min(sentAt ?? 0, Date.now()) + interval)
  const { busy, run } = useBusy()
  const left = useCountdown(until)

  const sendAgain = async () => {
    const sent = await resend()
    if (sent?.ok) {
      setUntil(Date.now() + interval)
      notify.success(t('successMessage.codeSent'))
    } else if (sent) notify.error(sent.error.text ?? t(sent.error.reason ?? sent.error.message))
  }

  return (
    <Button
      variant="secondary"
      busy={busy}
      aria-disabled={left > 0}
      className={left > 0 ? styles.waiting : undefined}
      onClick={() => left > 0 || run(sendAgain)}
    >
      {left > 0 ? t('confirmEmail.resendIn', { time: minutesAndSeconds(left) }) : t('confirmEmail.resend')}
    </Button>
  )
}
