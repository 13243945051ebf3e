import { randomUUID } from 'node:crypto'
import { and, eq, notExists, sql } from 'drizzle-orm'
import { sha256 } from '../../node/sha256.ts'
import type { Database } from '../db/database.ts'
import { deviceCustomers, devices, deviceSecrets } from '../db/schema.ts'

type Claim = { device: string; secret: string; customer: string }

/**
 * Binds device ids to browsers. An id is not a secret: admins see it, and file names contain it. It belongs
 * to the first browser that sends it. The browser is identified by a secret in a cookie.
 */
export const createDeviceSecrets = ({ db, now }: { db: Database; now: () => Date }) => {
  const findOwnerHash = async (device: string): Promise<string | undefined> => {
    const [row] = await db
      .select({ secretHash: deviceSecrets.secretHash })
      .from(deviceSecrets)
      .where(eq(deviceSecrets.device, device))
    return row?.secretHash
  }

  /** Whether the device reported before device secrets existed, but never for this customer. */
  const belongsToOthers = async ({ device, customer }: Claim): Promise<boolean> => {
    const ownUse = db
      .select({ device: deviceCustomers.device })
      .from(deviceCustomers)
      .where(and(eq(deviceCustomers.device, device), eq(deviceCustomers.customerId, customer)))
    const [foreignDevice] = await db
      .select({ id: devices.id })
      .from(devices)
      .where(
        and(
          eq(devices.id, device),
          sql`${devices.customerId} is distinct from ${customer}`,
          notExists(ownUse),
        ),
      )
    return foreignDevice !== undefined
  }

  const bind = async (device: string, secretHash: string): Promise<void> => {
    await db.insert(deviceSecrets).values({ device, secretHash, createdAt: now() }).onConflictDoNothing()
  }

  /** Whether a customer used other device ids of this browser, but not this one. */
  const hasLostDatabase = async ({ device, customer }: Claim, secretHash: string): Promise<boolean> => {
    const usedDevices = await db
      .select({ device: deviceSecrets.device })
      .from(deviceSecrets)
      .innerJoin(deviceCustomers, eq(deviceCustomers.device, deviceSecrets.device))
      .where(and(eq(deviceSecrets.secretHash, secretHash), eq(deviceCustomers.customerId, customer)))
    return usedDevices.length > 0 && usedDevices.every((row) => row.device !== device)
  }

  return {
    /**
     * Resolves to the id under which a browser signs in: the id that it sent, or a new id if that belongs to
     * another browser. `lostDatabase`: the browser kept its cookies but forgot the id under which it knew
     * this customer, so it lost its IndexedDB database.
     */
    claim: async (claim: Claim): Promise<{ device: string; lostDatabase: boolean }> => {
      const secretHash = sha256(claim.secret)
      const owner = await findOwnerHash(claim.device)
      if (owner === undefined && !(await belongsToOthers(claim))) await bind(claim.device, secretHash)
      // If two browsers send the same id at once, the first one gets it.
      if ((owner ?? (await findOwnerHash(claim.device))) === secretHash)
        return { device: claim.device, lostDatabase: await hasLostDatabase(claim, secretHash) }
      const newDevice = randomUUID()
      await bind(newDevice, secretHash)
      return { device: newDevice, lostDatabase: false }
    },
  }
}

export type DeviceSecrets = ReturnType<typeof createDeviceSecrets>
