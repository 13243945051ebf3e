import { useEffect, useState } from 'react'
import * as v from 'valibot'

const milliseconds = v.pipe(v.number(), v.minValue(0))

/** `endsAt`, in ms since the epoch, while the timer runs. Otherwise `leftMs`, the remaining time. */
export const timerSchema = v.union([v.object({ endsAt: milliseconds }), v.object({ leftMs: milliseconds })])
export type TimerState = v.InferOutput<typeof timerSchema>

/** Often enough that no second is skipped on the screen. */
const tickMs = 200

/** Counts down from a number of seconds, also while the page is hidden or reloaded. */
export const useTimer = (
  totalSeconds: number,
  state: TimerState | undefined,
  setState: (state: TimerState) => void,
) => {
  const [now, setNow] = useState(() => Date.now())
  const isStarted = state !== undefined && 'endsAt' in state
  const pausedMs = state && 'leftMs' in state ? state.leftMs : totalSeconds * 1000
  const leftMs = Math.max(0, isStarted ? state.endsAt - now : pausedMs)
  const isOver = leftMs === 0
  const [wasOverBefore, setWasOverBefore] = useState(isOver)
  // After a reset, the timer can run out on the screen. React allows setting state while rendering.
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
