import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { localeCode } from '../contract/shapes.ts'
import { parsed } from '../lib/parsed.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import type { PendingVerification } from './account.ts'

type Credentials = { locale: LocaleCode; email: string; password: string }

const key = 'pendingVerification'
const stored = v.object({ email: v.string(), locale: localeCode, sentAt: v.optional(v.number()) })

/**
 * The email address that this device waits to have confirmed. The password of the sign-up stays in memory until then,
 * so that the coach need not type it again; it is never stored, and a reload forgets it.
 */
export const createPendingVerification = (values: KeyValues, now: () => number) => {
  let credentials: Credentials | undefined
  const pending = async (): Promise<PendingVerification | undefined> => parsed(stored, await values.read(key))
  return {
    begin: async (given: Credentials): Promise<void> => {
      credentials = given
      await values.write(key, { email: given.email, locale: given.locale, sentAt: now() })
    },
    pending,
    /** Another code was sent to an address. */
    sentAgain: async (email: string): Promise<void> => {
      const known = await pending()
      if (known?.email === email) await values.write(key, { ...known, sentAt: now() })
    },
    /** The password of exactly this account. */
    passwordOf: (locale: LocaleCode, email: string): string | undefined =>
      credentials?.locale === locale && credentials.email === email ? credentials.password : undefined,
    end: async (): Promise<void> => {
      credentials = undefined
      await values.remove(key)
    },
  }
}

export type Verification = ReturnType<typeof createPendingVerification>
