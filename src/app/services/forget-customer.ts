import { forgetDeletions } from '../../stored-files/deletions/deletion-records.ts'
import type { DeviceOutbox } from '../../outbox/outbox.ts'
import { readJournalRow } from '../../outbox/entry/journal.ts'
import type { Browser } from '../../platform/create-browser.ts'
import { deleteWhere } from '../../platform/storage/delete-where.ts'

/**
 * Deletes what a sign-out leaves on this device for the customer's next sign-in, once their account is gone:
 * unsent work, drafts, and rows of the log that no other customer may report.
 */
export const createForgetCustomer =
  ({ database, keyValues }: Browser, outbox: DeviceOutbox) =>
  async (customer: string): Promise<void> => {
    await outbox.of(customer).discard()
    await database.write(['journal'], (transaction) =>
      deleteWhere(transaction.objectStore('journal'), (row) => readJournalRow(row)?.customer === customer),
    )
    const drafts = keyValues('drafts')
    await drafts.clear(`${customer}/`)
    await forgetDeletions(drafts, customer)
  }
