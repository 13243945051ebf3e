import { useEffect, useState } from 'react'
import * as v from 'valibot'

const milliseconds = v.pipe(v.number(), v.minValue(0))

/** While a timer runs: when it ends, in ms since 1970. Otherwise what is left, in ms. */
export const timerSchema = v.union([v.object({ endsAt: milliseconds }), v.object({ leftMs: milliseconds })])
export type TimerState = v.InferOutput<typeof timerSchema>

/** In ms. Often enough that no second is skipped on the screen. */
const tickMs = 200

/** A timer that counts down from a number of seconds. It goes on while the page is hidden or reloaded. */
export const useTimer = (
  totalSeconds: number,
  state: TimerState | undefined,
  setState: (state: TimerState) => void,
) => {
  const [now, setNow] = useState(() => Date.now())
  const isStarted = state !== undefined && 'endsAt' in state
  const restingMs = state && 'leftMs' in state ? state.leftMs : totalSeconds * 1000
  const leftMs = Math.max(0, isStarted ? state.endsAt - now : restingMs)
  const isOver = leftMs === 0
  const [wasOverBefore, setWasOverBefore] = useState(isOver)
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
    /** It ran out on the screen, not before the drill was opened. */
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
