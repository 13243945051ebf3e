/** A value and those who listen for its changes, as `useSyncExternalStore` takes them. */
export type Store<T> = {
  get: () => T
  /** Replaces the value and calls every listener; does nothing when the new value is the same. */
  set: (next: T) => void
  /** Returns how to stop listening. */
  subscribe: (listener: () => void) => () => void
}

/** Holds one value. `isSame` decides which values count as unchanged; without it only the identical value does. */
export const createStore = <T>(initial: T, isSame: (a: T, b: T) => boolean = Object.is): Store<T> => {
  const listeners = new Set<() => void>()
  let value = initial
  return {
    get: () => value,
    set: (next) => {
      if (isSame(value, next)) return
      value = next
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
