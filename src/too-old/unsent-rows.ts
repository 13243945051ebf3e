/** As in `platform/storage/database.ts`, written down again: this page shares no file with the app. */
const database = 'breaking-barriers'
const store = 'outbox'

export type UnsentRow = { customer: string; device: string }

const isRow = (row: unknown): row is UnsentRow =>
  typeof row === 'object' &&
  row !== null &&
  'customer' in row &&
  typeof row.customer === 'string' &&
  'device' in row &&
  typeof row.device === 'string'

/**
 * The rows of the outbox as they were found, whoever they belong to: what a newer version of the browser could still send.
 * None where the app has never run; rejects where the storage cannot be read.
 */
export const unsentRows = (factory: Pick<IDBFactory, 'open'>): Promise<UnsentRow[]> =>
  new Promise((resolve, reject) => {
    const opening = factory.open(database)
    opening.addEventListener('error', () => reject(opening.error ?? new Error('The storage cannot be read')))
    // Nothing was ever stored here, and this page is not the one to begin.
    opening.addEventListener('upgradeneeded', () => {
      opening.transaction?.abort()
      resolve([])
    })
    opening.addEventListener('success', () => {
      const opened = opening.result
      if (!opened.objectStoreNames.contains(store)) {
        opened.close()
        return resolve([])
      }
      const reading = opened.transaction(store).objectStore(store).getAll()
      reading.addEventListener('error', () =>
        reject(reading.error ?? new Error('The storage cannot be read')),
      )
      reading.addEventListener('success', () => {
        opened.close()
        const rows: unknown[] = reading.result
        resolve(rows.filter(isRow))
      })
    })
  })

/** By customer: a rescue file belongs to one. */
export const byCustomer = (rows: readonly UnsentRow[]): Map<string, UnsentRow[]> => {
  const found = new Map<string, UnsentRow[]>()
  for (const row of rows) found.set(row.customer, [...(found.get(row.customer) ?? []), row])
  return found
}
