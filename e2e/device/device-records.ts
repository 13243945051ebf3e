import type { Page } from '@playwright/test'

type Row = { key: string; happened?: string; name: string }

/** The records in one store of this device's database. */
export const readRecords = (
  page: Page,
  store: 'outbox' | 'journal' | 'receipts' | 'uploads',
): Promise<Row[]> =>
  page.evaluate(
    (name) =>
      new Promise<Row[]>((resolve, reject) => {
        const opening = indexedDB.open('breaking-barriers')
        opening.addEventListener('error', () => reject(new Error('The database cannot be opened')))
        opening.addEventListener('success', () => {
          const database = opening.result
          const asking = database.transaction(name).objectStore(name).getAll()
          asking.addEventListener('success', () => {
            database.close()
            resolve(asking.result)
          })
        })
      }),
    store,
  )
