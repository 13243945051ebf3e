import { randomUUID } from 'node:crypto'
import { and, eq, notExists, sql } from 'drizzle-orm'
import { sha256 } from '../../node/sha256.ts'
import type { Database } from '../db/database.ts'
import { deviceCustomers, devices, deviceSecrets, retiredDevices } from '../db/schema.ts'

/** The device id that a browser claims to be its own, its secret, and the customer who signs in. */
type Claim = { device: string; secret: string; customer: string }

/**
 * Binds device ids to browsers, so that nobody can report or deliver under the id of another coach's device.
 * An id is not a secret, because admins see it and file names contain it. So each browser also has a secret
 * in a cookie, and an id belongs to the first browser that sends it.
 */
export const createDeviceSecrets = ({ db, now }: { db: Database; now: () => Date }) => {
  /** Finds the hash of the secret that a device id is bound to, or undefined if it is not bound. */
  const findOwnerHash = async (deviceId: string): Promise<string | undefined> => {
    const [row] = await db
      .select({ secretHash: deviceSecrets.secretHash })
      .from(deviceSecrets)
      .where(eq(deviceSecrets.device, deviceId))
    return row?.secretHash
  }

  /**
   * Whether only other customers have used a device that is not bound yet, because it reported before device
   * secrets existed.
   */
  const belongsToOthers = async ({ device, customer }: Claim): Promise<boolean> => {
    const useByCustomer = db
      .select({ device: deviceCustomers.device })
      .from(deviceCustomers)
      .where(and(eq(deviceCustomers.device, device), eq(deviceCustomers.customerId, customer)))
    const [deviceOfOthers] = await db
      .select({ id: devices.id })
      .from(devices)
      .where(
        and(
          eq(devices.id, device),
          sql`${devices.customerId} is distinct from ${customer}`,
          notExists(useByCustomer),
        ),
      )
    return deviceOfOthers !== undefined
  }

  /** Whether only deleted accounts used this id. */
  const isRetired = async (deviceId: string): Promise<boolean> =>
    (await db.$count(retiredDevices, eq(retiredDevices.deviceHash, sha256(deviceId)))) > 0

  /** Binds a device id to a secret, unless it is already bound. */
  const bind = async (deviceId: string, secretHash: string): Promise<void> => {
    await db
      .insert(deviceSecrets)
      .values({ device: deviceId, secretHash, createdAt: now() })
      .onConflictDoNothing()
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
     * Resolves to the id that a browser gets: the id that it sent, or a new id if the sent id is retired or
     * belongs to another browser. `lostDatabase`: the browser kept its cookies but forgot its id for this
     * customer, so it lost its IndexedDB database.
     */
    claim: async (claim: Claim): Promise<{ device: string; lostDatabase: boolean }> => {
      const secretHash = sha256(claim.secret)
      const ownerHash = await findOwnerHash(claim.device)
      const isFree =
        ownerHash === undefined && !(await isRetired(claim.device)) && !(await belongsToOthers(claim))
      if (isFree) await bind(claim.device, secretHash)
      // Reads the owner after `bind`: if two browsers send the same id at the same time, only the first one
      // gets it.
      if ((ownerHash ?? (await findOwnerHash(claim.device))) === secretHash)
        return { device: claim.device, lostDatabase: await hasLostDatabase(claim, secretHash) }
      const newDeviceId = randomUUID()
      await bind(newDeviceId, secretHash)
      return { device: newDeviceId, lostDatabase: false }
    },
  }
}

export type DeviceSecrets = ReturnType<typeof createDeviceSecrets>
