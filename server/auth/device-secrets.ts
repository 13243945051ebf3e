import { randomUUID } from 'node:crypto'
import { and, eq, notExists, sql } from 'drizzle-orm'
import { sha256 } from '../../node/sha256.ts'
import type { Database } from '../db/database.ts'
import { deviceCustomers, devices, deviceSecrets } from '../db/schema.ts'

type Claim = { device: string; secret: string; customer: string }

/**
 * Binds device ids to browsers. An id is no secret: admins see it, and file names contain it. It belongs to
 * the first browser that sends it, which is recognised by a secret in a cookie.
 */
export const createDeviceSecrets = ({ db, now }: { db: Database; now: () => Date }) => {
  const hashOfOwner = async (device: string): Promise<string | undefined> => {
    const [bound] = await db
      .select({ secretHash: deviceSecrets.secretHash })
      .from(deviceSecrets)
      .where(eq(deviceSecrets.device, device))
    return bound?.secretHash
  }

  /** Whether the device is known from before device secrets existed, but not as a device of this customer. */
  const isOfOthers = async ({ device, customer }: Claim): Promise<boolean> => {
    const mine = db
      .select({ device: deviceCustomers.device })
      .from(deviceCustomers)
      .where(and(eq(deviceCustomers.device, device), eq(deviceCustomers.customerId, customer)))
    const [known] = await db
      .select({ id: devices.id })
      .from(devices)
      .where(
        and(eq(devices.id, device), sql`${devices.customerId} is distinct from ${customer}`, notExists(mine)),
      )
    return known !== undefined
  }

  const bind = async (device: string, secretHash: string): Promise<void> => {
    await db.insert(deviceSecrets).values({ device, secretHash, createdAt: now() }).onConflictDoNothing()
  }

  /** Whether a customer used other device ids of this browser, and has not used this one yet. */
  const beginsAnew = async ({ device, customer }: Claim, secretHash: string): Promise<boolean> => {
    const used = await db
      .select({ device: deviceSecrets.device })
      .from(deviceSecrets)
      .innerJoin(deviceCustomers, eq(deviceCustomers.device, deviceSecrets.device))
      .where(and(eq(deviceSecrets.secretHash, secretHash), eq(deviceCustomers.customerId, customer)))
    return used.length > 0 && used.every((one) => one.device !== device)
  }

  return {
    /**
     * The id under which a browser signs in: the id that it sent, or a new one if that belongs to another
     * browser. `beganAnew`: the browser kept its secret but not the id under which it knew this customer, so
     * it lost its database.
     */
    claim: async (claim: Claim): Promise<{ device: string; beganAnew: boolean }> => {
      const secretHash = sha256(claim.secret)
      const owner = await hashOfOwner(claim.device)
      if (owner === undefined && !(await isOfOthers(claim))) await bind(claim.device, secretHash)
      // If two browsers send the same id at once, the first one gets it.
      if ((owner ?? (await hashOfOwner(claim.device))) === secretHash)
        return { device: claim.device, beganAnew: await beginsAnew(claim, secretHash) }
      const another = randomUUID()
      await bind(another, secretHash)
      return { device: another, beganAnew: false }
    },
  }
}

export type DeviceSecrets = ReturnType<typeof createDeviceSecrets>
