import { useEffect, useState } from 'react'
import { onToastRequested } from './notify.ts'

/**
 * ms after the start. By then the page is rendered, and a first toast finds its toaster even if the network
 * is gone.
 */
const loadDelay = 3000

/**
 * The place where toasts appear. The toaster is not part of the first page: it is loaded when a toast is
 * requested, or when there is time.
 */
export const Toaster = () => {
  const [SonnerToaster, setSonnerToaster] = useState<() => React.ReactElement>()
  useEffect(() => {
    const load = () =>
      void import('./sonner-toaster.tsx').then(
        (module) => setSonnerToaster(() => module.SonnerToaster),
        // The import fails without a connection. The next toast tries again.
        () => undefined,
      )
    const timer = setTimeout(load, loadDelay)
    const stopListening = onToastRequested(load)
    return () => {
      clearTimeout(timer)
      stopListening()
    }
  }, [])
  return SonnerToaster && <SonnerToaster />
}
