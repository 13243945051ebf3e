import { deviceId } from '../contract/shapes.ts'
import { parsed } from '../lib/parsed.ts'
import { resultOf, type Database } from '../platform/storage/database.ts'
import type { KeyValues } from '../platform/storage/key-values.ts'

/** Where the id is in the store `counters`, and the last number that was given under it. */
export const deviceCounter = 'device'
export const sequenceCounter = 'sequence'

/** Where older versions of the app stored it, in a database of its own. */
const earlierName = 'device'

const readFrom = async (transaction: IDBTransaction): Promise<string | undefined> =>
  parsed(deviceId, await resultOf<unknown>(transaction.objectStore('counters').get(deviceCounter)))

/**
 * The id of this installation. It is stored beside the sequence numbers that are given under it, and read anew by each
 * call: whatever loses the one loses the other, and what follows is another device whose numbers begin at 1. With an id
 * that outlives its numbers, or the other way round, the server would see gaps that are none, and miss those that are.
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
      // Another tab may have been faster: two ids would be two devices to the server.
      const found = await readFrom(transaction)
      if (found === undefined) transaction.objectStore('counters').put(known ?? randomId(), deviceCounter)
      return found ?? (await readFrom(transaction))
    })
    if (known !== undefined) await earlier.remove(earlierName).catch(() => undefined)
    if (id === undefined) throw new Error('The id of this device could not be stored.')
    return id
  }

/**
 * Changes the id of this installation, as long as it is still `from`: another tab may have been faster. Numbers begin at 1 under
 * the new one; what was captured before stays another device's.
 */
export const createReplaceDevice =
  ({ database }: { database: Pick<Database, 'write'> }) =>
  ({ from, to }: { from: string; to: string }): Promise<void> =>
    database.write(['counters', 'journal'], async (transaction) => {
      if ((await readFrom(transaction)) !== from) return
      const counters = transaction.objectStore('counters')
      counters.put(to, deviceCounter)
      counters.delete(sequenceCounter)
      // Records of older versions do not say whose numbers they are about, and must not explain gaps of the new id.
      const journal = transaction.objectStore('journal')
      for (const row of await resultOf<unknown[]>(journal.getAll()))
        if (typeof row === 'object' && row !== null && !('device' in row))
          journal.put({ ...row, device: from })
    })
