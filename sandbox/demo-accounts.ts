import { randomUUID } from 'node:crypto'
import { userPools } from './pools.ts'
import type { UserPool } from './user-pool/create-user-pool.ts'
import { sealPassword } from './user-pool/user-store.ts'

export type DemoAccount = { country: string; role: 'coach' | 'admin'; email: string; password: string }

const roles = ['coach', 'admin'] as const
const familyNames = { coach: 'Coach', admin: 'Admin' } as const

/** A confirmed coach and an admin in every pool, so that a newcomer can look around before signing up. */
export const demoAccounts: readonly DemoAccount[] = userPools.flatMap(({ country }) =>
  roles.map((role) => ({
    country,
    role,
    email: `${role}.${country.toLowerCase()}@example.com`,
    password: 'Barriers-2026!',
  })),
)

/** Adds the demo accounts that a pool does not have yet. One whose password was changed keeps the new one. */
export const seedDemoAccounts = async (pool: UserPool) => {
  const missing = demoAccounts.filter(
    ({ country, email }) => country === pool.definition.country && !pool.users.byName(email),
  )
  for (const { role, email, password } of missing) {
    const sub = randomUUID()
    await pool.users.add({
      sub,
      email,
      status: 'CONFIRMED',
      emailVerified: true,
      attributes: { given_name: 'Demo', family_name: familyNames[role] },
      groups: role === 'admin' ? ['admin'] : [],
      ...sealPassword(pool.name, sub, password),
      createdAt: pool.now(),
      updatedAt: pool.now(),
    })
  }
}
