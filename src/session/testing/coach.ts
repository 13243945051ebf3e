import * as v from 'valibot'
import { currentUserSchema } from '../current-user.ts'
import type { ProviderSession } from '../providers/provider.ts'

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
  role: 'coach' as const,
})

/** The stored records of a signed-in coach. */
export const signedIn = (expire = hour) =>
  new Map<string, unknown>([
    ['currentUser', storedUser(expire)],
    ['updated', 1],
  ])

/** The signed-in customer according to a device's stored records. */
export const userIn = (stored: ReadonlyMap<string, unknown>) =>
  v.parse(currentUserSchema, stored.get('currentUser'))
