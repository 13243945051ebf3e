/** The locale that was on screen last. A browser that refuses storage only forgets it. */
export type StoredLocale = { read: () => string | undefined; write: (code: string) => void }

const key = 'locale'

export const createStoredLocale = (storage: () => Pick<Storage, 'getItem' | 'setItem'>): StoredLocale => ({
  read: () => {
    try {
      return storage().getItem(key) ?? undefined
    } catch {
      return undefined
    }
  },
  write: (code) => {
    try {
      storage().setItem(key, code)
    } catch {
      // Private browsing or a full disk: the path still carries the locale.
    }
  },
})
