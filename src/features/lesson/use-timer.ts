import { useEffect, useState } from 'react'

/** In ms. Often enough that no second is skipped on the screen. */
const tickMs = 200

/** A timer that counts down from a number of seconds. It goes on while the page is hidden. */
export const useTimer = (totalSeconds: number) => {
  /** While it runs: when it ends, in ms since 1970. Otherwise what is left, in ms. */
  const [state, setState] = useState<{ endsAt: number } | { leftMs: number }>({ leftMs: totalSeconds * 1000 })
  const [now, setNow] = useState(() => Date.now())
  const isRunning = 'endsAt' in state
  const leftMs = Math.max(0, isRunning ? state.endsAt - now : state.leftMs)
  const isOver = leftMs === 0
  useEffect(() => {
    if (!isRunning || isOver) return undefined
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [isRunning, isOver])
  return {
    secondsLeft: Math.ceil(leftMs / 1000),
    isRunning: isRunning && !isOver,
    isOver,
    start: () => {
      const startedAt = Date.now()
      setNow(startedAt)
      setState({ endsAt: startedAt + leftMs })
    },
    pause: () => setState({ leftMs }),
    reset: () => setState({ leftMs: totalSeconds * 1000 }),
  }
}
