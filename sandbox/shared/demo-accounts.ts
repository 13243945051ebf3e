import { loyalty, type SourceId } from '../../src/config/loyalty.ts'
import { userPools } from './settings.ts'

type Role = 'coach' | 'admin'
export type DemoAccount = {
  country: string
  role: Role
  email: string
  password: string
  /** an account of the loyalty provider from this source; if absent, one of the country's user pool */
  sourceId?: SourceId
  /**
   * the account's id there, the same in every embedded system; the product API's environment lists the admins
   * among these ids
   */
  profileId?: string
}

const roles = ['coach', 'admin'] as const
const password = 'Barriers-2026!'

const inUserPools = userPools.flatMap(({ country }) =>
  roles.map((role) => ({ country, role, email: `${role}.${country.toLowerCase()}@example.com`, password })),
)

const { en, es } = loyalty.sourceIds
const atLoyalty = [
  { sourceId: en, place: 'us', first: 900_000_000_001 },
  { sourceId: es, place: 'us.es', first: 900_000_000_003 },
].flatMap(({ sourceId, place, first }) =>
  roles.map((role, at) => {
    const email = `${role}.${place}@example.com`
    return { country: 'US', role, email, password, sourceId, profileId: String(first + at) }
  }),
)

/**
 * A confirmed coach and an admin in every pool and in both languages of the United States, so that newcomers
 * can look around before they sign up.
 */
export const demoAccounts: readonly DemoAccount[] = [...inUserPools, ...atLoyalty]

/** The admins among the loyalty provider's demo accounts. Only the product's database identifies them. */
export const demoAdmins: readonly string[] = atLoyalty.flatMap(({ role, profileId }) =>
  role === 'admin' ? [profileId] : [],
)

export const demoNames = (role: Role) => ({
  firstName: 'Demo',
  lastName: { coach: 'Coach', admin: 'Admin' }[role],
})
