import { useRef, useState } from 'react'

/**
 * Runs one task at a time. `busy` is true while it runs, and a second call meanwhile is ignored. React's own
 * transition is not used, because every navigation would wait for the end of the task.
 */
export const useBusy = () => {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    if (running.current) return
    running.current = true
    setBusy(true)
    await work().finally(() => {
      running.current = false
      setBusy(false)
    })
  }
  return { busy, run: (work: () => Promise<unknown>): void => void run(work) }
}
