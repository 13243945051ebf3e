import { useEffect, useState } from 'react'
import { onToastRequested } from './notify.ts'

/**
 * The delay after the start, so that the page is rendered first. Loading the toaster in advance lets a first
 * toast appear even offline.
 */
const loadDelayMs = 3000

/**
 * Shows toasts. The toaster is not part of the first load: it is loaded when a toast is requested, or a few seconds
 * after the start.
 */
export const Toaster = () => {
  const [SonnerToaster, setSonnerToaster] = useState<() => React.ReactElement>()
  useEffect(() => {
    const load = () =>
      void import('./sonner-toaster.tsx').then(
        (module) => setSonnerToaster(() => module.SonnerToaster),
        // The import fails offline. The next toast tries again.
        () => undefined,
      )
    const timer = setTimeout(load, loadDelayMs)
    const stopListening = onToastRequested(load)
    return () => {
      clearTimeout(timer)
      stopListening()
    }
  }, [])
  return SonnerToaster && <SonnerToaster />
}
