import { deviceId } from '../../contract/shapes.ts'
import { parsed } from '../../lib/parsed.ts'
import { resultOf, type Database } from './database.ts'
import type { KeyValues } from './key-values.ts'

/** The names in the store `counters` of the device id and of the last sequence number under that id. */
export const deviceCounter = 'device'
export const sequenceCounter = 'sequence'

/** The key of the id in the separate database that older versions of the app used. */
const earlierName = 'device'

const readFrom = async (transaction: IDBTransaction): Promise<string | undefined> =>
  parsed(deviceId, await resultOf<unknown>(transaction.objectStore('counters').get(deviceCounter)))

/**
 * Returns the function that reads the id of this installation. The id is stored beside the sequence numbers
 * that belong to it, and each call reads it again. If one is lost, the other is lost too, and the
 * installation continues as a new device whose numbers start at 1. If only one of them survived, the server
 * would see false gaps and miss real ones.
 */
export const createDeviceId =
  ({
    database,
    earlier,
    randomId,
  }: {
    database: Pick<Database, 'read' | 'write'>
    earlier: Pick<KeyValues, 'read' | 'remove'>
    randomId: () => string
  }): (() => Promise<string>) =>
  async () => {
    const stored = await database.read(['counters'], readFrom)
    if (stored !== undefined) return stored
    const known = parsed(deviceId, await earlier.read(earlierName).catch(() => undefined))
    const id = await database.write(['counters'], async (transaction) => {
      // Another tab may have stored an id first. Two ids would be two devices to the server.
      const found = await readFrom(transaction)
      if (found === undefined) transaction.objectStore('counters').put(known ?? randomId(), deviceCounter)
      return found ?? (await readFrom(transaction))
    })
    if (known !== undefined) await earlier.remove(earlierName).catch(() => undefined)
    if (id === undefined) throw new Error('The id of this device could not be stored.')
    return id
  }

/**
 * Returns the function that changes the id of this installation if it is still `from`: another tab may have
 * changed it first. Numbers start at 1 under the new id. Entries that were captured before keep the old id.
 */
export const createReplaceDevice =
  ({ database }: { database: Pick<Database, 'write'> }) =>
  ({ from, to }: { from: string; to: string }): Promise<void> =>
    database.write(['counters', 'journal'], async (transaction) => {
      if ((await readFrom(transaction)) !== from) return
      const counters = transaction.objectStore('counters')
      counters.put(to, deviceCounter)
      counters.delete(sequenceCounter)
      // Records of older versions lack their device. Without `from` they would explain gaps of the new id.
      const journal = transaction.objectStore('journal')
      for (const row of await resultOf<unknown[]>(journal.getAll()))
        if (typeof row === 'object' && row !== null && !('device' in row))
          journal.put({ ...row, device: from })
    })
