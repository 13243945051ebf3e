import { useRef, useState } from 'react'

/**
 * Runs one piece of work at a time: `busy` while it runs, and a second press meanwhile is ignored. React's own
 * transition would not do: every navigation would wait for the end of the work.
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
