import type { LocaleCode } from '../config/locales.ts'

type Credentials = { locale: LocaleCode; email: string; password: string }

/**
 * Keeps the password of a sign-up in memory until the e-mail is confirmed, so that the coach need not type it again.
 * A reload forgets it: it is never stored.
 */
export const createMemorisedPassword = () => {
  let kept: Credentials | undefined
  return {
    keep: (credentials: Credentials): void => {
      kept = credentials
    },
    /** The password of exactly this account. */
    of: (locale: LocaleCode, email: string): string | undefined =>
      kept?.locale === locale && kept.email === email ? kept.password : undefined,
    forget: (): void => {
      kept = undefined
    },
  }
}

export type MemorisedPassword = ReturnType<typeof createMemorisedPassword>
