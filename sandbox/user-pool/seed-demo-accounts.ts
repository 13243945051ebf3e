import { randomUUID } from 'node:crypto'
import { demoAccounts, demoNames } from '../shared/demo-accounts.ts'
import type { UserPool } from './create-user-pool.ts'
import { createVerifier } from './user-store.ts'

/** Adds the missing demo accounts of a pool. An account whose password was changed keeps the new one. */
export const seedDemoAccounts = async (pool: UserPool) => {
  const missing = demoAccounts.filter(
    ({ country, email }) => country === pool.definition.country && !pool.users.byName(email),
  )
  for (const { role, email, password } of missing) {
    const sub = randomUUID()
    const { firstName, lastName } = demoNames(role)
    await pool.users.add({
      sub,
      email,
      status: 'CONFIRMED',
      emailVerified: true,
      attributes: { given_name: firstName, family_name: lastName },
      groups: role === 'admin' ? ['admin'] : [],
      ...createVerifier(pool.name, sub, password),
      createdAt: pool.now(),
      updatedAt: pool.now(),
    })
  }
}
