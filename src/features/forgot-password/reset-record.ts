import * as v from 'valibot'
import type { KeyValues } from '../../platform/storage/key-values.ts'

const reset = v.object({
  /** `code`: a code was sent to the address and is awaited. */
  step: v.picklist(['request', 'code']),
  email: v.string(),
})

/** How far a reset has come on this device. Neither a code nor a password is ever in it. */
export type Reset = v.InferOutput<typeof reset>

/** Where a reset is kept while it goes on: a reload, or a look into the mailbox, changes nothing. */
export type ResetRecord = {
  read: () => Promise<Reset | undefined>
  write: (reset: Reset) => Promise<void>
  discard: () => Promise<void>
}

/** The reset of one locale: the same address can have accounts in several countries. */
export const createResetRecord = (drafts: KeyValues, locale: string): ResetRecord => {
  const key = `password-reset/${locale}`
  return {
    read: async () => {
      const stored = v.safeParse(reset, await drafts.read(key).catch(() => undefined))
      return stored.success ? stored.output : undefined
    },
    // A device that cannot store it only forgets it with the next reload.
    write: (next) => drafts.write(key, next).catch(() => undefined),
    discard: () => drafts.remove(key).catch(() => undefined),
  }
}
