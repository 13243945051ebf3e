import type { UploadCounts } from '../../../src/contract/product-api/upload-counts.ts'
import { supportCode } from '../../../src/contract/support-code.ts'
import { ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import { csvPageSize, csvResponse } from '../../http/csv-response.ts'
import type { Log } from '../../http/log.ts'
import { devicePage, placeOf, type DeviceRow } from './device-query.ts'
import { deviceView } from './device-view.ts'

/** The fields that the list and the page of a device show. */
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
  'errors',
  'began_anew',
  'earlier_device',
  'support_code',
  'highest',
  'clock_offset',
  'storage_usage',
  'storage_quota',
  'storage_persisted',
  'uploads',
] as const

const uploadCell = ({ outcome, reason, count }: UploadCounts[number]): string =>
  `${outcome}${reason === undefined ? '' : ` (${reason})`}: ${count}`

const cellsOf = (row: DeviceRow) => {
  const { errors, began_anew, ...device } = deviceView(row)
  const cells: Record<(typeof columns)[number], string | number | null | undefined> = {
    ...device,
    errors: errors.map(({ code, count }) => `${code}: ${count}`).join('; '),
    began_anew: began_anew?.at,
    earlier_device: began_anew?.earlier,
    support_code: supportCode(device.device),
    highest: row.device.highest,
    clock_offset: row.device.clockOffset,
    storage_usage: row.device.usage,
    storage_quota: row.device.quota,
    storage_persisted: row.device.persisted?.toString(),
    uploads: row.device.uploads?.map(uploadCell).join('; '),
  }
  return columns.map((column) => cells[column] ?? '')
}

/** Exports the filtered devices as CSV. */
export const createDevicesExport = ({ db, log, now }: { db: Database; log: Log; now: () => Date }) => {
  const syncExport: DirectHandler<'syncExport'> = async (filters, http) => {
    const began = now()
    const readPage = (after: DeviceRow | undefined) => {
      const from = after && placeOf(after, filters.sort)
      return devicePage(db, { filters, from, size: csvPageSize, now: began })
    }
    const name = `devices-${began.toISOString().slice(0, 10)}.csv`
    const linesOf = (row: DeviceRow) => [cellsOf(row)]
    return ok(csvResponse(http, { name, columns, readPage, linesOf, log }))
  }
  return { syncExport }
}
