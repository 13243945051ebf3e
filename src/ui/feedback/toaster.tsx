import { useEffect, useState } from 'react'
import { whenWanted } from './toast-line.ts'

/** ms after the start: by then the page stands, and a first toast finds its toaster also where the network has gone */
const loadAfter = 3000

/** Where toasts appear. What draws them is no part of a first page: it is loaded when one is wanted, or when there is time. */
export const Toaster = () => {
  const [Loaded, setLoaded] = useState<() => React.ReactElement>()
  useEffect(() => {
    const load = () =>
      void import('./sonner-toaster.tsx').then(
        ({ SonnerToaster }) => setLoaded(() => SonnerToaster),
        // The next toast tries again.
        () => undefined,
      )
    const timer = setTimeout(load, loadAfter)
    const stop = whenWanted(load)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])
  return Loaded && <Loaded />
}
