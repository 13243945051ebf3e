import * as v from 'valibot'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../../platform/storage/stored-value.ts'

const reset = v.object({
  /** `code`: a code was sent to the address and is awaited. */
  step: v.picklist(['request', 'code']),
  email: v.string(),
})

/** How far a reset has come on this device. Neither a code nor a password is ever in it. */
export type Reset = v.InferOutput<typeof reset>

/** A reset in progress: a reload, or a look into the mailbox, changes nothing. */
export type ResetRecord = StoredValue<Reset>

/** The reset of one locale: the same address can have accounts in several countries. */
export const createResetRecord = (drafts: KeyValues, locale: string): ResetRecord =>
  createStoredValue(drafts, `password-reset/${locale}`, reset)
