import { useWords } from '../../i18n/use-words.ts'
import { minutesAndSeconds } from '../../lib/minutes-and-seconds.ts'
import { Button } from '../../ui/button.tsx'

type Props = { words: string; busy: boolean; secondsLeft: number }

/** A submit button that counts down while the coach has to wait (specification §4). */
export const PausedButton = ({ words, busy, secondsLeft }: Props) => {
  const t = useWords()
  return (
    <Button type="submit" busy={busy} aria-disabled={secondsLeft > 0}>
      {secondsLeft > 0 ? t('forgotPassword.countdown', { time: minutesAndSeconds(secondsLeft) }) : words}
    </Button>
  )
}
