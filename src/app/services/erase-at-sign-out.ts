import type { QueryClient } from '@tanstack/react-query'
import { deleteModuleData } from '../../learning/stored-prefixes.ts'
import { readJournalRow, toAnonymousDeletion } from '../../outbox/entry/journal.ts'
import type { DeviceOutbox } from '../../outbox/outbox.ts'
import type { createCurrentPerson } from '../../person/create-person.ts'
import type { ProfileCache } from '../../person/profile-cache.ts'
import type { Browser } from '../../platform/create-browser.ts'
import type { Log } from '../../platform/log.ts'
import { awaitResult } from '../../platform/storage/database.ts'
import { deleteWhere } from '../../platform/storage/delete-where.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { forgetRememberedDevice } from '../../session/providers/user-pool/forget-remembered-device.ts'
import { forgetDeletions } from '../../stored-files/deletions/deletion-records.ts'
import type { Reporter } from '../../sync-log/create-reporter.ts'

/*
 * What is erased when a customer leaves this device. The session also deletes its own record and the tokens
 * of the provider. `eraseDevice` (src/platform/storage/erase-device.ts) deletes the data of all customers.
 */

type EraseDeps = {
  queries: Pick<QueryClient, 'clear'>
  results: Pick<KeyValues, 'clear'>
  cache: Pick<ProfileCache, 'clear'>
  drafts: KeyValues
  log: Pick<Log, 'error'>
  // Functions, because these are created after the session, which needs `eraseAtSignOut`. The last two
  // delete the traces of deliveries, and the reported rows, of all customers except the signed-in one, if any.
  person: () => Pick<ReturnType<typeof createCurrentPerson>, 'forget'>
  outbox: () => Pick<DeviceOutbox, 'forgetOtherCustomers'>
  reporter: () => Pick<Reporter, 'forgetOthers'>
}

/**
 * Erases what this device has copied from or delivered to the services: results, profile, progress through
 * modules, delivered entries. Unsent work and drafts stay for the coach's next sign-in.
 */
export const createEraseAtSignOut =
  ({ queries, results, cache, drafts, log, person, outbox, reporter }: EraseDeps) =>
  async (): Promise<void> => {
    queries.clear()
    person().forget()
    const outcomes = await Promise.allSettled([
      results.clear(),
      cache.clear(),
      deleteModuleData(drafts),
      outbox().forgetOtherCustomers(),
      reporter().forgetOthers(),
    ])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        log.error('Some data of the customer was not erased', { reason: String(outcome.reason) })
  }

/**
 * Deletes what a sign-out leaves on this device for the coach's next sign-in: unsent work, drafts, a remembered
 * device of a user pool, and the coach's rows of the journal, which no other coach may report. The numbers of
 * deleted entries stay without the customer id, because missing numbers would look like lost entries.
 */
export const createForgetCustomer =
  ({ database, keyValues }: Browser, outbox: DeviceOutbox) =>
  async (customerId: string): Promise<void> => {
    await outbox.forCustomer(customerId).discard()
    await database.write(['journal'], async (transaction) => {
      const journal = transaction.objectStore('journal')
      const rows = await awaitResult<unknown[]>(journal.getAll())
      const belongsToCustomer = (row: unknown) => readJournalRow(row)?.customer === customerId
      const deletions = rows.filter(belongsToCustomer).flatMap((row) => toAnonymousDeletion(row) ?? [])
      await deleteWhere(journal, belongsToCustomer)
      for (const deletion of deletions) journal.put(deletion)
    })
    const drafts = keyValues('drafts')
    await drafts.clear(`${customerId}/`)
    await forgetDeletions(drafts, customerId)
    await forgetRememberedDevice(keyValues('session'), customerId)
  }
