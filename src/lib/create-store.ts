/** A value with listeners, for `useSyncExternalStore`. */
export type Store<T> = {
  get: () => T
  /** Replaces the value and calls every listener. Does nothing if the new value is the same. */
  set: (value: T) => void
  /** Returns the function that unsubscribes. */
  subscribe: (listener: () => void) => () => void
}

/** Creates a store of one value. If `isSame` returns true, a new value is treated as unchanged. */
export const createStore = <T>(initial: T, isSame: (a: T, b: T) => boolean = Object.is): Store<T> => {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (newValue) => {
      if (isSame(value, newValue)) return
      value = newValue
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
