import { useEffect, useState } from 'react'
import * as v from 'valibot'
import { useTranslate } from '../../i18n/use-translate.ts'
import { parseJson } from '../../lib/http/parse-json.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { formatMinutesAndSeconds } from '../../lib/time/minutes-and-seconds.ts'
import { createLocalText } from '../../platform/storage/local-text.ts'
import { createTimerSound } from '../../platform/timer-sound.ts'
import { Button } from '../../ui/button.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './pitch-screen.module.css'

const millisecondsSchema = v.pipe(v.number(), v.minValue(0))

/**
 * A running timer has `endsAt`, in ms since the epoch, so that it goes on while the page is not loaded. A
 * paused or reset timer has `leftMs`, the remaining time.
 */
const timerSchema = v.union([
  v.object({ endsAt: millisecondsSchema }),
  v.object({ leftMs: millisecondsSchema }),
])
type TimerState = v.InferOutput<typeof timerSchema>

/** `timer` is absent until the timer is first started. `round` counts from 1. */
const countersSchema = v.object({ timer: v.optional(timerSchema), round: v.number() })
type CountersState = v.InferOutput<typeof countersSchema>

/**
 * Keeps the timer and the round of a drill in the storage of this tab, so that they survive a reload, or
 * leaving the drill by mistake.
 */
const useCounters = (moduleId: string) => {
  const storedCounters = createLocalText(() => sessionStorage, `pitch/${moduleId}`)
  const [counters, setCounters] = useState<CountersState>(() => {
    const text = storedCounters.read()
    const saved = text === undefined ? undefined : parseJson(text)
    return parseOrUndefined(countersSchema, saved) ?? { round: 1 }
  })
  const change = (changes: Partial<CountersState>): void => {
    const newCounters = { ...counters, ...changes }
    setCounters(newCounters)
    storedCounters.write(JSON.stringify(newCounters))
  }
  return { counters, change }
}

/** The time between two updates: often enough that no second is skipped on the screen. */
const tickMs = 200

/**
 * Counts down from a number of seconds, also while the page is hidden or reloaded. `state` is undefined until
 * the timer is first started.
 */
const useTimer = (
  totalSeconds: number,
  state: TimerState | undefined,
  setState: (state: TimerState) => void,
) => {
  const [now, setNow] = useState(() => Date.now())
  const isStarted = state !== undefined && 'endsAt' in state
  const pausedMs = state && 'leftMs' in state ? state.leftMs : totalSeconds * 1000
  const leftMs = Math.max(0, isStarted ? state.endsAt - now : pausedMs)
  const isOver = leftMs === 0
  /** Whether the timer had run out before the drill was opened, and was not reset since then. */
  const [wasOverBefore, setWasOverBefore] = useState(isOver)
  // React allows setting state while rendering.
  if (wasOverBefore && !isOver) setWasOverBefore(false)
  useEffect(() => {
    if (!isStarted || isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isStarted, isOver])
  return {
    secondsLeft: Math.ceil(leftMs / 1000),
    isRunning: isStarted && !isOver,
    isOver,
    /** Whether the timer ran out on the screen, not before the drill was opened. */
    isNewlyOver: isOver && !wasOverBefore,
    start: () => {
      const startedAt = Date.now()
      setNow(startedAt)
      setState({ endsAt: startedAt + leftMs })
    },
    pause: () => setState({ leftMs }),
    reset: () => setState({ leftMs: totalSeconds * 1000 }),
  }
}

/** A timer for the minutes of the drill, and a counter of rounds. */
export const DrillTimer = ({ module, minutes }: { module: string; minutes: number }) => {
  const t = useTranslate()
  const {
    counters: { timer: timerState, round },
    change,
  } = useCounters(module)
  const timer = useTimer(minutes * 60, timerState, (state) => change({ timer: state }))
  const { isRunning, isOver, isNewlyOver, pause, reset } = timer
  const [sound] = useState(createTimerSound)
  useEffect(() => {
    if (!isNewlyOver) return
    // In ms: on, off, on. Not every device can vibrate: iPhones cannot.
    navigator.vibrate?.([400, 200, 400])
    sound.play()
  }, [isNewlyOver, sound])
  useEffect(() => sound.close, [sound])
  const start = () => {
    // Browsers allow sound only after a press.
    sound.prepare()
    timer.start()
  }
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
