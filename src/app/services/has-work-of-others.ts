import * as v from 'valibot'
import { moduleId } from '../../contract/shapes.ts'
import type { DeviceOutbox } from '../../outbox/outbox.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { resultOf } from '../../platform/storage/database.ts'

/**
 * Whether a key belongs to another customer's draft of answers. Drafts are stored as `customer/module/page`,
 * and were stored as `customer/module` before.
 */
const isDraftOfOther = (customer: string) => (key: string) => {
  const [owner, module] = key.split('/')
  return v.is(moduleId, module) && owner !== customer
}

/**
 * Whether anyone but a customer has work on this device that exists nowhere else: entries of the outbox,
 * unfinished uploads, drafts of answers.
 */
export const createHasWorkOfOthers = (
  { database, keyValues }: Pick<Browser, 'database' | 'keyValues'>,
  outbox: Pick<DeviceOutbox, 'hasOthers'>,
) => {
  const hasUploads = async (customer: string): Promise<boolean> => {
    const mine = v.object({ customer: v.literal(customer) })
    const rows: unknown[] = await database.read(['uploads'], (transaction) =>
      resultOf<unknown[]>(transaction.objectStore('uploads').getAll()),
    )
    return !rows.every((row) => v.is(mine, row))
  }
  const hasDrafts = async (customer: string): Promise<boolean> =>
    (await keyValues('drafts').keys()).some(isDraftOfOther(customer))

  return async (customer: string): Promise<boolean> =>
    (await outbox.hasOthers(customer)) || (await hasUploads(customer)) || (await hasDrafts(customer))
}
