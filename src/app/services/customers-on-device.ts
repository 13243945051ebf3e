import * as v from 'valibot'
import { moduleId } from '../../contract/shared-schemas.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { DeviceOutbox } from '../../outbox/outbox.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { awaitResult } from '../../platform/storage/database.ts'

type DeviceData = Pick<Browser, 'database' | 'keyValues'>

const ownedRow = v.object({ customer: v.string() })

/**
 * Returns the customer of a draft of answers, or undefined if the key is not that of such a draft. The keys
 * of these drafts are `customer/module/page`, or `customer/module` from older versions of the app.
 */
const findDraftOwner = (key: string): string | undefined => {
  const [owner, module] = key.split('/')
  return v.is(moduleId, module) ? owner : undefined
}

/**
 * Lists the owner (the customer) of each upload and draft of answers. Undefined for an upload that a newer
 * version of the app saved.
 */
const readOwners = async ({ database, keyValues }: DeviceData): Promise<(string | undefined)[]> => {
  const rows = await database.read(['uploads'], (transaction) =>
    awaitResult<unknown[]>(transaction.objectStore('uploads').getAll()),
  )
  const draftKeys = await keyValues('drafts').keys()
  return [
    ...rows.map((row) => parseOrUndefined(ownedRow, row)?.customer),
    ...draftKeys.flatMap((key) => findDraftOwner(key) ?? []),
  ]
}

/** Returns the function that lists the customers who have uploads or drafts of answers on this device. */
export const createListOwnersOfWork = (deviceData: DeviceData) => async (): Promise<string[]> =>
  (await readOwners(deviceData)).filter((owner) => owner !== undefined)

/**
 * Returns a function that resolves to true if customers other than the given one have work that exists only
 * on this device: entries of the outbox, unfinished uploads, drafts of answers.
 */
export const createHasWorkOfOthers =
  (deviceData: DeviceData, outbox: Pick<DeviceOutbox, 'hasEntriesOfOthers'>) =>
  async (customerId: string): Promise<boolean> =>
    // An upload with an unknown owner counts as work of another customer.
    (await outbox.hasEntriesOfOthers(customerId)) ||
    (await readOwners(deviceData)).some((owner) => owner !== customerId)

/**
 * Returns the function that deletes the saved uploads of a deleted account. A cancelled upload usually stays
 * saved until the object store has removed its parts, but nobody can sign in for that any longer, and the
 * server deletes the files of an erased account itself.
 */
export const createForgetUploads =
  ({ database }: Pick<DeviceData, 'database'>) =>
  (customerId: string): Promise<void> =>
    database.write(['uploads'], async (transaction) => {
      const uploads = transaction.objectStore('uploads')
      const keys = await awaitResult(uploads.getAllKeys())
      for (const key of keys) {
        const row = parseOrUndefined(ownedRow, await awaitResult<unknown>(uploads.get(key)))
        if (row?.customer === customerId) uploads.delete(key)
      }
    })
