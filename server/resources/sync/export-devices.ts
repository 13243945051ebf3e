import type { Database } from '../../db/database.ts'
import type { Log } from '../../http/log.ts'
import type { AdminHandler } from '../../api/handler.ts'
import { csvAnswer } from '../../http/csv-answer.ts'
import { csvLine } from '../../http/csv.ts'
import { syncDeviceOf } from './sync-device-of.ts'
import { devicePage, placeOf, type DeviceFilters, type DeviceRow, type Place } from './device-query.ts'

/** Devices read at a time. */
const pageSize = 500

const columns = [
  'device',
  'customer_id',
  'customers',
  'country',
  'locale',
  'version',
  'first_seen',
  'last_seen',
  'last_success',
  'pending',
  'needs_you',
  'oldest_at',
  'gaps',
] as const

const lineOf = (row: DeviceRow): string => {
  const device = syncDeviceOf(row)
  const errors = device.errors.map(({ code, count }) => `${code}: ${count}`).join('; ')
  return csvLine([...columns.map((column) => String(device[column] ?? '')), errors])
}

/** The text of the export, a page at a time. */
async function* deviceLines(db: Database, filters: DeviceFilters, now: Date): AsyncGenerator<string> {
  yield csvLine([...columns, 'errors'])
  let from: Place | undefined
  for (;;) {
    const page = await devicePage(db, { filters, from, size: pageSize, now })
    const last = page.at(-1)
    if (!last) return
    yield page.map(lineOf).join('')
    if (page.length < pageSize) return
    from = placeOf(last, filters.sort)
  }
}

/** Every device of a filter as CSV. */
export const createSyncExportCall = ({ db, log, now }: { db: Database; log: Log; now: () => Date }) => {
  const syncExport: AdminHandler<'syncExport'> = async (filters, http) => {
    const name = `devices-${now().toISOString().slice(0, 10)}.csv`
    return csvAnswer(http, { name, lines: deviceLines(db, filters, now()), log })
  }
  return { syncExport }
}
