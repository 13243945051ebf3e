import type { SyncDevice, SyncLogRow } from '../../../src/contract/product-api/devices-api.ts'
import type { UploadCounts } from '../../../src/contract/product-api/upload-counts.ts'
import { supportCode } from '../../../src/contract/support-code.ts'
import { fail, ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import type { syncLog } from '../../db/schema.ts'
import { readRanges } from '../../db/tables/sequences-column.ts'
import { nothingWaits } from '../../db/tables/sync-schema.ts'
import { csvPageSize, csvResponse } from '../../http/csv-response.ts'
import type { Log } from '../../http/log.ts'
import { deviceOfId, devicePage, placeOf, readCursor, writeCursor, type DeviceRow } from './device-query.ts'
import { logPage, peopleOf, runsOf, versionsOf } from './log-query.ts'

const deviceView = ({ device, customers, beganAnew }: DeviceRow): SyncDevice => {
  const { id, customerId, country, locale, version, firstSeen, lastSeen, lastSuccess, oldestAt } = device
  const waits = oldestAt.getTime() !== nothingWaits.getTime()
  return {
    device: id,
    customer_id: customerId,
    customers,
    country,
    locale,
    version,
    first_seen: firstSeen.toISOString(),
    last_seen: lastSeen.toISOString(),
    last_success: lastSuccess?.toISOString() ?? null,
    pending: device.pending,
    needs_you: device.needsYou,
    oldest_at: waits ? oldestAt.toISOString() : null,
    gaps: device.gaps,
    errors: device.errors,
    began_anew: beganAnew && { ...beganAnew, at: new Date(beganAnew.at).toISOString() },
  }
}

/** The columns of the export: the fields that the list and the page of a device show. */
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

const devicesShown = 50
const rowsShown = 100

const logRowOf = (row: typeof syncLog.$inferSelect): SyncLogRow => {
  const { row: id, customerId: customer_id, at, receivedAt, happened, seq, name, subject, code, status } = row
  const times = { at: at.toISOString(), received_at: receivedAt.toISOString() }
  return { id, ...times, customer_id, happened, seq, name, subject, code, status }
}

/** The details of one device's page that the list lacks. */
const detailsOf = async (db: Database, found: DeviceRow) => {
  const { id, highest, clockOffset, usage, quota, persisted, uploads } = found.device
  const [people, [runs]] = await Promise.all([peopleOf(db, id), runsOf(db, id)])
  return {
    device: {
      ...deviceView(found),
      highest,
      missing: readRanges(runs?.missing ?? ''),
      discarded: readRanges(runs?.discarded ?? ''),
      clock_offset: clockOffset,
      storage: { usage, quota, persisted },
      uploads,
    },
    people: people.map(({ person, country }) => ({
      customer_id: person.customerId,
      country,
      last_seen: person.lastSeen.toISOString(),
      to_send: person.toSend,
      needs_you: person.needsYou,
    })),
  }
}

/** The calls by which admins read devices and their logs. */
export const createDevices = ({ db, log, now }: { db: Database; log: Log; now: () => Date }) => {
  const syncDevices: DirectHandler<'syncDevices'> = async ({ after, ...filters }) => {
    const from = after === undefined ? undefined : readCursor(after, filters.sort)
    if (after !== undefined && !from) return fail({ code: 'invalid-body', path: 'after' })
    // Reads one more than it shows, to see whether there is a next page.
    const found = await devicePage(db, { filters, from, size: devicesShown + 1, now: now() })
    const shown = found.slice(0, devicesShown)
    const last = shown.at(-1)
    return ok({
      devices: shown.map(deviceView),
      next: last && found.length > devicesShown ? writeCursor(placeOf(last, filters.sort)) : null,
    })
  }

  const syncDevice: DirectHandler<'syncDevice'> = async ({ device, before }) => {
    const [found] = await deviceOfId(db, device)
    if (!found) return fail({ code: 'not-found', path: 'device', detail: 'There is no such device.' })
    const rows = await logPage(db, { device, before, size: rowsShown + 1 })
    const shown = rows.slice(0, rowsShown)
    return ok({
      ...(await detailsOf(db, found)),
      rows: shown.map(logRowOf),
      next: rows.length > rowsShown ? (shown.at(-1)?.row ?? null) : null,
    })
  }

  const syncVersions: DirectHandler<'syncVersions'> = async () =>
    ok({ versions: (await versionsOf(db)).map(({ version }) => version) })

  /** Exports the filtered devices as CSV. */
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

  return { syncDevices, syncDevice, syncVersions, syncExport }
}
