import { useSyncExternalStore } from 'react'

/**
 * Returns a value of a browser object, and reads it again at each of the given events. `read` must return a
 * primitive: a new object at each call would make the component render in a loop. `initial` is returned while
 * there is no object.
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
    // While the build renders a page.
    () => initial,
  )
