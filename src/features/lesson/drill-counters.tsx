import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { parseJson } from '../../lib/http/parse-json.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { formatMinutesAndSeconds } from '../../lib/time/minutes-and-seconds.ts'
import { createLocalText } from '../../platform/storage/local-text.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './pitch-screen.module.css'
import { timerSchema, useTimer } from './use-timer.ts'

const countersSchema = v.object({ timer: v.optional(timerSchema), round: v.number() })
type CountersState = v.InferOutput<typeof countersSchema>

/**
 * Keeps the timer and the round of a drill in the storage of this tab, so that they survive a reload, or
 * leaving the drill by mistake.
 */
const useCounters = (module: string) => {
  const stored = createLocalText(() => sessionStorage, `pitch/${module}`)
  const [counters, setCounters] = useState<CountersState>(() => {
    const text = stored.read()
    return parseOrUndefined(countersSchema, text === undefined ? undefined : parseJson(text)) ?? { round: 1 }
  })
  const change = (changed: Partial<CountersState>): void => {
    const next = { ...counters, ...changed }
    setCounters(next)
    stored.write(JSON.stringify(next))
  }
  return { counters, change }
}

/** A timer for the minutes of the drill, and a counter of rounds. */
export const DrillCounters = ({ module, minutes }: { module: string; minutes: number }) => {
  const t = useTranslate()
  const {
    counters: { timer: timerState, round },
    change,
  } = useCounters(module)
  const timer = useTimer(minutes * 60, timerState, (state) => change({ timer: state }))
  const { isRunning, isOver, isNewlyOver, start, pause, reset } = timer
  useEffect(() => {
    // Not every device can vibrate.
    if (isNewlyOver) navigator.vibrate?.([400, 200, 400])
  }, [isNewlyOver])
  return (
    <div className={styles.counters}>
      <div
        className={styles.timer}
        role="timer"
        aria-label={t('pitch.timer')}
        data-over={isOver || undefined}
      >
        <span>{isOver ? t('pitch.timeUp') : formatMinutesAndSeconds(timer.secondsLeft)}</span>
      </div>
      {/* Screen readers do not announce the changes of a timer, so its end is announced here. */}
      <VisuallyHidden live>{isNewlyOver && t('pitch.timeUp')}</VisuallyHidden>
      {isOver ? (
        <Button variant="secondary" onClick={reset}>
          {t('pitch.reset')}
        </Button>
      ) : (
        <Button variant="secondary" onClick={isRunning ? pause : start}>
          {t(isRunning ? 'pitch.pause' : 'pitch.start')}
        </Button>
      )}
      <Button variant="secondary" onClick={() => change({ round: round + 1 })}>
        <span>{t('pitch.round', { count: round })}</span>{' '}
        <VisuallyHidden>{t('pitch.addRound')}</VisuallyHidden>
      </Button>
    </div>
  )
}
