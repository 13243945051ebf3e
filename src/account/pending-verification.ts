import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { localeCode } from '../contract/shared-schemas.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import { createStoredValue } from '../platform/storage/stored-value.ts'

type Credentials = { locale: LocaleCode; email: string; password: string }

const pendingVerificationSchema = v.object({
  email: v.string(),
  locale: localeCode,
  /** When the last code was sent, in ms since the epoch. */
  sentAt: v.optional(v.number()),
})

/**
 * Stores the email address that is not confirmed yet. Until then, the password of the sign-up stays in
 * memory, so that the coach does not have to type it again. It is never stored, so a reload deletes it.
 */
export const createPendingVerification = (values: KeyValues, now: () => number) => {
  let credentials: Credentials | undefined
  const storedVerification = createStoredValue(values, 'pendingVerification', pendingVerificationSchema)
  return {
    start: async (newCredentials: Credentials): Promise<void> => {
      credentials = newCredentials
      await storedVerification.write({ email: newCredentials.email, locale: newCredentials.locale })
    },
    pending: storedVerification.read,
    /** Records that a code was sent to an email address, if it is the pending one. */
    recordSending: async (email: string): Promise<void> => {
      const pending = await storedVerification.read()
      if (pending?.email === email) await storedVerification.write({ ...pending, sentAt: now() })
    },
    /** Returns the password, if it belongs to exactly this account. */
    findPassword: (locale: LocaleCode, email: string): string | undefined =>
      credentials?.locale === locale && credentials.email === email ? credentials.password : undefined,
    end: async (): Promise<void> => {
      credentials = undefined
      await storedVerification.discard()
    },
  }
}

export type Verification = ReturnType<typeof createPendingVerification>
