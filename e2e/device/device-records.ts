import type { Page } from '@playwright/test'

type Row = { key: string; happened?: string; name: string }

/** Reads the records in one store of this device's database. */
export const readRecords = (
  page: Page,
  store: 'outbox' | 'journal' | 'receipts' | 'uploads',
): Promise<Row[]> =>
  page.evaluate(
    (name) =>
      new Promise<Row[]>((resolve, reject) => {
        const openRequest = indexedDB.open('breaking-barriers')
        openRequest.addEventListener('error', () => reject(new Error('The database cannot be opened')))
        openRequest.addEventListener('success', () => {
          const database = openRequest.result
          const readRequest = database.transaction(name).objectStore(name).getAll()
          readRequest.addEventListener('success', () => {
            database.close()
            resolve(readRequest.result)
          })
        })
      }),
    store,
  )
