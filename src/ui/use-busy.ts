import { useRef, useState } from 'react'

/**
 * Runs one task at a time. `busy` is true while it runs, and further calls are ignored until it ends. React's
 * `useTransition` is not used, because every navigation would wait for the end of the task.
 */
export const useBusy = () => {
  const [busy, setBusy] = useState(false)
  // A ref, because a second call may come before the next render, when `busy` is still false.
  const isRunning = useRef(false)
  const runAlone = async (task: () => Promise<unknown>): Promise<void> => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    await task().finally(() => {
      isRunning.current = false
      setBusy(false)
    })
  }
  return { busy, run: (task: () => Promise<unknown>): void => void runAlone(task) }
}
