import { deviceId } from '../../contract/shared-schemas.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { awaitResult, type Database } from './database.ts'
import type { KeyValues } from './key-values.ts'

/**
 * The keys of the device id and of the last sequence number under that id, in the object store `counters`.
 */
export const deviceCounter = 'device'
export const sequenceCounter = 'sequence'

/** The key of the device id in the collection that older versions of the app used. */
const earlierKey = 'device'

const readDeviceId = async (transaction: IDBTransaction): Promise<string | undefined> =>
  parseOrUndefined(
    deviceId,
    await awaitResult<unknown>(transaction.objectStore('counters').get(deviceCounter)),
  )

/**
 * Returns the function that reads the id of this device, and creates it on first use. The device numbers its
 * entries with a sequence, and the server finds lost entries by the gaps in it. So the id and the sequence
 * are in the same object store, and each call reads the id again. If the browser clears its storage, both are
 * lost together, and the browser continues as a new device whose numbers start at 1. If only one of them
 * survived, the server would see false gaps and miss real ones.
 */
export const createDeviceId =
  ({
    database,
    earlier,
    randomId,
    onCreated,
  }: {
    database: Pick<Database, 'read' | 'write'>
    /** The collection where older versions of the app stored the device id. */
    earlier: Pick<KeyValues, 'read' | 'remove'>
    randomId: () => string
    /** Called after the id was created, if no other tab and no older version had created one before. */
    onCreated?: () => void
  }): (() => Promise<string>) =>
  async () => {
    const storedId = await database.read(['counters'], readDeviceId)
    if (storedId !== undefined) return storedId
    const earlierId = parseOrUndefined(deviceId, await earlier.read(earlierKey).catch(() => undefined))
    const newId = earlierId ?? randomId()
    const id = await database.write(['counters'], async (transaction) => {
      // Another tab may have stored an id first. With two ids, the server would see two devices.
      const idOfOtherTab = await readDeviceId(transaction)
      if (idOfOtherTab !== undefined) return idOfOtherTab
      transaction.objectStore('counters').put(newId, deviceCounter)
      return readDeviceId(transaction)
    })
    if (id === newId && earlierId === undefined) onCreated?.()
    if (earlierId !== undefined) await earlier.remove(earlierKey).catch(() => undefined)
    if (id === undefined) throw new Error('The device id could not be stored')
    return id
  }

/**
 * Returns the function that replaces the id of this device. Does nothing if the id is no longer `from`,
 * because another tab has replaced it. Under the new id, sequence numbers start at 1. Existing entries keep
 * the old id.
 */
export const createReplaceDevice =
  ({ database }: { database: Pick<Database, 'write'> }) =>
  ({ from, to }: { from: string; to: string }): Promise<void> =>
    database.write(['counters', 'journal'], async (transaction) => {
      if ((await readDeviceId(transaction)) !== from) return
      const counters = transaction.objectStore('counters')
      counters.put(to, deviceCounter)
      counters.delete(sequenceCounter)
      // Rows that an older version wrote have no device. They get the old id. Otherwise, they would explain
      // gaps in the numbers of the new id, which belong to other entries.
      const journal = transaction.objectStore('journal')
      for (const row of await awaitResult<unknown[]>(journal.getAll()))
        if (typeof row === 'object' && row !== null && !('device' in row))
          journal.put({ ...row, device: from })
    })
