import { useSyncExternalStore } from 'react'

/**
 * A value that a browser object does not store but tells, read again at each of its events. `read` returns a
 * primitive; `initial` applies until there is an object.
 */
export const useEventValue = <
  Source extends Pick<EventTarget, 'addEventListener' | 'removeEventListener'>,
  T,
>(
  source: Source | null | undefined,
  events: readonly string[],
  read: (source: Source) => T,
  initial: T,
): T =>
  useSyncExternalStore(
    (listener) => {
      for (const event of events) source?.addEventListener(event, listener)
      return () => {
        for (const event of events) source?.removeEventListener(event, listener)
      }
    },
    () => (source ? read(source) : initial),
  )
