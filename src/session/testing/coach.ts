import * as v from 'valibot'
import { currentUser } from '../current-user.ts'
import type { ProviderSession } from '../providers/provider.ts'

/** The coach of these tests. */
export const email = 'ana@example.com'
export const password = 'Barriers-2026!'
export const hour = 3_600_000

export const sessionUntil = (expire: number, accessToken = 'access-1'): ProviderSession => ({
  userID: 'user-1',
  email,
  firstName: 'Ana',
  lastName: 'Silva',
  accessToken,
  refreshToken: 'refresh-1',
  identityToken: 'identity-1',
  expire,
})

export const storedUser = (expire = hour) => ({
  userID: 'user-1',
  email,
  accessToken: 'access-1',
  refreshToken: 'refresh-1',
  expire: String(expire),
  locale: 'pt-BR',
  firstName: 'Ana',
  lastName: 'Silva',
  admin: false,
})

/** What is stored on the device of a signed-in coach. */
export const signedIn = (expire = hour) =>
  new Map<string, unknown>([
    ['currentUser', storedUser(expire)],
    ['updated', 1],
  ])

/** Who is signed in by what a device has stored. */
export const userIn = (stored: ReadonlyMap<string, unknown>) =>
  v.parse(currentUser, stored.get('currentUser'))
