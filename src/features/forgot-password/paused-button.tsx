import { useTranslate } from '../../i18n/use-translate.ts'
import { minutesAndSeconds } from '../../lib/minutes-and-seconds.ts'
import { Button } from '../../ui/button.tsx'

type Props = { messages: string; busy: boolean; secondsLeft: number }

/** A submit button that counts down while the coach has to wait (specification §4). */
export const PausedButton = ({ messages, busy, secondsLeft }: Props) => {
  const t = useTranslate()
  return (
    <Button type="submit" busy={busy} aria-disabled={secondsLeft > 0}>
      {secondsLeft > 0 ? t('forgotPassword.countdown', { time: minutesAndSeconds(secondsLeft) }) : messages}
    </Button>
  )
}
