import type { PoolName } from '../../src/config/locales.ts'
import { loyalty, type SourceId } from '../../src/config/loyalty.ts'
import { userPools } from './settings.ts'

type Role = 'coach' | 'admin'
export type DemoAccount = {
  country: string
  role: Role
  email: string
  password: string
  /** The source of an account of the loyalty provider. Absent for an account of the country's user pool. */
  sourceId?: SourceId
  /**
   * The account's id at the loyalty provider. It is the same in every sandbox, because the environment of the
   * product API lists the ids of the admins.
   */
  profileId?: string
  /** Whether an admin has just created the account: the first sign-in asks for a new password and the names. */
  isInvited?: boolean
}

const roles = ['coach', 'admin'] as const
/** The password of every demo account. */
const password = 'Barriers-2026!'

const toEmail = (name: string, pool: PoolName) => `${name}.${pool.toLowerCase()}@example.com`

const userPoolAccounts = userPools.flatMap(({ pool }) =>
  roles.map((role) => ({ country: pool, role, email: toEmail(role, pool), password })),
)

const invitedAccounts = userPools.map(({ pool }) => ({
  country: pool,
  role: 'coach' as const,
  email: toEmail('invited', pool),
  password,
  isInvited: true,
}))

const { en, es } = loyalty.sourceIds
const loyaltyAccounts = [
  { sourceId: en, emailSuffix: 'us', firstProfileId: 900_000_000_001 },
  { sourceId: es, emailSuffix: 'us.es', firstProfileId: 900_000_000_003 },
].flatMap(({ sourceId, emailSuffix, firstProfileId }) =>
  roles.map((role, index) => {
    const email = `${role}.${emailSuffix}@example.com`
    return { country: 'US', role, email, password, sourceId, profileId: String(firstProfileId + index) }
  }),
)

/**
 * A confirmed coach and an admin for every pool and for both languages of the United States, so that
 * newcomers can look around without a sign-up. Every pool also has an invited coach.
 */
export const demoAccounts: readonly DemoAccount[] = [
  ...userPoolAccounts,
  ...loyaltyAccounts,
  ...invitedAccounts,
]

/**
 * The profile ids of the admins among the loyalty provider's demo accounts. The provider itself does not know
 * who is an admin.
 */
export const demoAdmins: readonly string[] = loyaltyAccounts.flatMap(({ role, profileId }) =>
  role === 'admin' ? [profileId] : [],
)

export const createDemoNames = (role: Role) => ({
  firstName: 'Demo',
  lastName: { coach: 'Coach', admin: 'Admin' }[role],
})
