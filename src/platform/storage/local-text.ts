type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * A small text under a key of `localStorage` or `sessionStorage`. Not stored if the browser refuses.
 * `storage` is a function, because reading the property throws if the browser blocks storage.
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
      // Private browsing or a full disk.
    }
  },
})
