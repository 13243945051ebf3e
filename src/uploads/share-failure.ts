import type { KeyValues } from '../platform/storage/key-values.ts'

const key = 'share-failed'

/** Whether files that another app shared could not be kept; the service worker writes it, the page says it once. */
export const createShareFailure = (values: Pick<KeyValues, 'read' | 'write' | 'remove'>) => ({
  happened: () => values.write(key, true),
  take: async (): Promise<boolean> => {
    const failed = (await values.read(key)) === true
    if (failed) await values.remove(key)
    return failed
  },
})

export type ShareFailure = ReturnType<typeof createShareFailure>
