import { deviceId } from '../../contract/shapes.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { awaitResult, type Database } from './database.ts'
import type { KeyValues } from './key-values.ts'

/** The keys in the object store `counters` of the device id and of the last sequence number under that id. */
export const deviceCounter = 'device'
export const sequenceCounter = 'sequence'

/** The key of the id in the separate database that older versions of the app used. */
const earlierKey = 'device'

const readDeviceId = async (transaction: IDBTransaction): Promise<string | undefined> =>
  parseOrUndefined(
    deviceId,
    await awaitResult<unknown>(transaction.objectStore('counters').get(deviceCounter)),
  )

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
    /** The collection in which older versions of the app stored the id. */
    earlier: Pick<KeyValues, 'read' | 'remove'>
    randomId: () => string
  }): (() => Promise<string>) =>
  async () => {
    const stored = await database.read(['counters'], readDeviceId)
    if (stored !== undefined) return stored
    const earlierId = parseOrUndefined(deviceId, await earlier.read(earlierKey).catch(() => undefined))
    const id = await database.write(['counters'], async (transaction) => {
      // Another tab may have stored an id first. Two ids would be two devices to the server.
      const idOfOtherTab = await readDeviceId(transaction)
      if (idOfOtherTab !== undefined) return idOfOtherTab
      transaction.objectStore('counters').put(earlierId ?? randomId(), deviceCounter)
      return readDeviceId(transaction)
    })
    if (earlierId !== undefined) await earlier.remove(earlierKey).catch(() => undefined)
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
      if ((await readDeviceId(transaction)) !== from) return
      const counters = transaction.objectStore('counters')
      counters.put(to, deviceCounter)
      counters.delete(sequenceCounter)
      // Records of older versions lack their device. Without `from` they would explain gaps of the new id.
      const journal = transaction.objectStore('journal')
      for (const row of await awaitResult<unknown[]>(journal.getAll()))
        if (typeof row === 'object' && row !== null && !('device' in row))
          journal.put({ ...row, device: from })
    })
