import { randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '../../../node/sha256.ts'
import type { Database } from '../../../server/db/database.ts'
import { customers, deviceSecrets, sessions } from '../../../server/db/schema.ts'

export type SignedIn = { customer: string; device: string; token: string }

/** The number of rows per statement. */
const together = 1000

/** Creates customers with a device and a session each, as after a sign-in, without signing in. */
export const signInMany = async (db: Database, count: number): Promise<SignedIn[]> => {
  const all = Array.from({ length: count }, () => ({
    customer: randomUUID(),
    device: randomUUID(),
    token: randomBytes(32).toString('base64url'),
  }))
  const now = new Date()
  const expiresAt = new Date(now.getTime() + 86_400_000)
  for (let from = 0; from < count; from += together) {
    const some = all.slice(from, from + together)
    await db
      .insert(customers)
      .values(some.map(({ customer: id }) => ({ id, country: 'BR', language: 'PT', createdAt: now })))
    await db
      .insert(deviceSecrets)
      .values(some.map(({ device, token }) => ({ device, secretHash: sha256(token), createdAt: now })))
    await db.insert(sessions).values(
      some.map(({ customer, device, token }) => ({
        tokenHash: sha256(token),
        customerId: customer,
        device,
        admin: false,
        signedInAt: now,
        createdAt: now,
        expiresAt,
      })),
    )
  }
  return all
}
