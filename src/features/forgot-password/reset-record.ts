import * as v from 'valibot'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../../platform/storage/stored-value.ts'

const resetSchema = v.object({
  /** `code`: a code was sent to the email address. */
  step: v.picklist(['request', 'code']),
  email: v.string(),
})

/** The state of a reset on this device. It never contains a code or a password. */
export type Reset = v.InferOutput<typeof resetSchema>

/** A reset in progress, which survives a reload or a switch to the mailbox. */
export type ResetRecord = StoredValue<Reset>

/**
 * Creates the record in `drafts`, the storage for unfinished forms. Each locale has its own record, because
 * the same email address can have accounts in several countries.
 */
export const createResetRecord = (drafts: KeyValues, locale: string): ResetRecord =>
  createStoredValue(drafts, `password-reset/${locale}`, resetSchema)

/**
 * Returns the reset that the screen starts with. `email` is the address typed on the previous screen, if any. It is
 * ignored if a code was already sent.
 */
export const toInitialReset = (saved: Reset | undefined, email: string | undefined): Reset | undefined =>
  saved?.step === 'code' || email === undefined ? saved : { step: 'request', email }
