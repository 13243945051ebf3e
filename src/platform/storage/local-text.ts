type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * Accesses a small text under a key of `localStorage` or `sessionStorage`. If the browser does not allow
 * storage, nothing is stored. `storage` is a function, because even reading the property may throw.
 */
export const createLocalText = (storage: () => TextStorage, key: string) => ({
  read: (): string | undefined => {
    try {
      return storage().getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  /** Removes the stored text if `text` is undefined. */
  write: (text?: string): void => {
    try {
      if (text === undefined) storage().removeItem(key)
      else storage().setItem(key, text)
    } catch {
      // The browser blocks storage, or it is full.
    }
  },
})
