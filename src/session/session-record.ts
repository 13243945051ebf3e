import * as v from 'valibot'
import type { LocaleCode } from '../config/locales.ts'
import { localeCode } from '../contract/shapes.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'
import type { PendingVerification } from '../account/account.ts'
import { currentUser, type CurrentUser } from './current-user.ts'

const pendingVerification = v.object({ email: v.string(), locale: localeCode })

const keys = {
  user: 'currentUser',
  /** The flag of specification §4: a session without it, or with an older one, signs in again. */
  updated: 'updated',
  pending: 'pendingVerification',
  /** The locale of a session that was left: product session and provider are still to be told. */
  leaving: 'leaving',
  /** ms since epoch until which a password reset takes no more tries. */
  limit: 'resetLimitedUntil',
} as const

/** Raised when a change of the app needs every coach to sign in again. */
const sessionVersion = 1

export type StoredSession = { user: CurrentUser; updated: boolean }

/** The session's records in IndexedDB, parsed: an older version of the app may have written them. */
export const createSessionRecord = (values: KeyValues) => ({
  read: async (): Promise<StoredSession | undefined> => {
    const user = v.safeParse(currentUser, await values.read(keys.user))
    if (!user.success) return undefined
    return { user: user.output, updated: (await values.read(keys.updated)) === sessionVersion }
  },
  /** The record comes last and goes first: no tab ever sees it without its flag. */
  write: async (user: CurrentUser): Promise<void> => {
    await values.remove(keys.leaving)
    await values.write(keys.updated, sessionVersion)
    await values.write(keys.user, user)
  },
  remove: async (): Promise<void> => {
    await values.remove(keys.user)
    await values.remove(keys.updated)
  },
  pending: async (): Promise<PendingVerification | undefined> => {
    const pending = v.safeParse(pendingVerification, await values.read(keys.pending))
    return pending.success ? pending.output : undefined
  },
  writePending: (pending: PendingVerification): Promise<void> => values.write(keys.pending, pending),
  removePending: (): Promise<void> => values.remove(keys.pending),
  leaving: async (): Promise<LocaleCode | undefined> => {
    const locale = v.safeParse(localeCode, await values.read(keys.leaving))
    return locale.success ? locale.output : undefined
  },
  writeLeaving: (locale: LocaleCode): Promise<void> => values.write(keys.leaving, locale),
  limit: async (): Promise<number | undefined> => {
    const until = v.safeParse(v.number(), await values.read(keys.limit))
    return until.success ? until.output : undefined
  },
  writeLimit: (until: number): Promise<void> => values.write(keys.limit, until),
  removeLeaving: (): Promise<void> => values.remove(keys.leaving),
})

export type SessionRecord = ReturnType<typeof createSessionRecord>
