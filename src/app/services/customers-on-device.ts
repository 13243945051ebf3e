import * as v from 'valibot'
import { moduleId } from '../../contract/shapes.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { awaitResult } from '../../platform/storage/database.ts'

type Storage = Pick<Browser, 'database' | 'keyValues'>

const ownedRow = v.object({ customer: v.string() })

/**
 * Returns the customer of a draft of answers, or undefined if the key is not that of a draft. The keys of drafts
 * are `customer/module/page`, in older versions of the app `customer/module`.
 */
export const findDraftOwner = (key: string): string | undefined => {
  const [owner, module] = key.split('/')
  return v.is(moduleId, module) ? owner : undefined
}

/** Returns the function that lists the customers who have uploads or drafts of answers on this device. */
export const createListOwnersOfWork =
  ({ database, keyValues }: Storage) =>
  async (): Promise<string[]> => {
    const rows = await database.read(['uploads'], (transaction) =>
      awaitResult<unknown[]>(transaction.objectStore('uploads').getAll()),
    )
    const draftKeys = await keyValues('drafts').keys()
    return [
      ...rows.flatMap((row) => parseOrUndefined(ownedRow, row)?.customer ?? []),
      ...draftKeys.flatMap((key) => findDraftOwner(key) ?? []),
    ]
  }

/**
 * Returns the function that deletes the saved uploads of a deleted account. A cancelled upload usually stays
 * saved until the object store has removed its parts, but nobody can sign in for that any longer, and the
 * server deletes the files of an erased account itself.
 */
export const createForgetUploads =
  ({ database }: Pick<Storage, 'database'>) =>
  (customerId: string): Promise<void> =>
    database.write(['uploads'], async (transaction) => {
      const uploads = transaction.objectStore('uploads')
      const keys = await awaitResult(uploads.getAllKeys())
      for (const key of keys) {
        const row = parseOrUndefined(ownedRow, await awaitResult<unknown>(uploads.get(key)))
        if (row?.customer === customerId) uploads.delete(key)
      }
    })
