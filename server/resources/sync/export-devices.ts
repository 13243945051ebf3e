import { ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { csvPageSize, csvResponse } from '../../http/csv-response.ts'
import type { Log } from '../../http/log.ts'
import { devicePage, placeOf, type DeviceRow } from './device-query.ts'
import { deviceView } from './device-view.ts'

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

const cellsOf = (row: DeviceRow): string[] => {
  const device = deviceView(row)
  const errors = device.errors.map(({ code, count }) => `${code}: ${count}`).join('; ')
  return [...columns.map((column) => String(device[column] ?? '')), errors]
}

/** Every device of a filter as CSV. */
export const createDevicesExport = ({ db, log, now }: { db: Database; log: Log; now: () => Date }) => {
  const syncExport: DirectHandler<'syncExport'> = async (filters, http) => {
    const began = now()
    const readPage = (after: DeviceRow | undefined) => {
      const from = after && placeOf(after, filters.sort)
      return devicePage(db, { filters, from, size: csvPageSize, now: began })
    }
    const name = `devices-${began.toISOString().slice(0, 10)}.csv`
    const linesOf = (row: DeviceRow) => [cellsOf(row)]
    return ok(csvResponse(http, { name, columns: [...columns, 'errors'], readPage, linesOf, log }))
  }
  return { syncExport }
}
