type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A small text on this device, under a key of `localStorage` or `sessionStorage`. A browser that refuses the storage only forgets it. */
export const createLocalText = (storage: () => TextStorage, key: string) => ({
  read: (): string | undefined => {
    try {
      return storage().getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  /** Without a text, what was stored is removed. */
  write: (text?: string): void => {
    try {
      if (text === undefined) storage().removeItem(key)
      else storage().setItem(key, text)
    } catch {
      // Private browsing or a full disk.
    }
  },
})
