import type { SyncDevice, SyncLogRow } from '../../../src/contract/product-api/admin/devices-api.ts'
import type { UploadCounts } from '../../../src/contract/product-api/upload-counts.ts'
import { formatSupportCode } from '../../../src/contract/support-code.ts'
import { fail, ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import type { Database } from '../../db/database.ts'
import type { syncLog } from '../../db/schema.ts'
import { readRanges } from '../../db/tables/sequences-column.ts'
import { farFuture } from '../../db/tables/sync-schema.ts'
import { csvPageSize, createCsvResponse } from '../../http/csv-response.ts'
import type { Log } from '../../http/log.ts'
import { formatCursor, parseCursor, toCursor } from './device-cursor.ts'
import { selectDeviceById, selectDevicePage, type DeviceRow } from './device-query.ts'
import { selectLogPage, selectDeviceCustomers, selectRuns, selectVersions } from './log-query.ts'

/**
 * Converts a stored device to the fields that the list of devices shows. `earlierDevice` has the device
 * id that the same browser had before it lost its database, and when the current id was bound.
 */
const toSyncDevice = ({ device, customers, earlierDevice }: DeviceRow): SyncDevice => {
  const { id, customerId, country, locale, version, firstSeen, lastSeen, lastSuccess, oldestAt } = device
  const hasWaitingEntries = oldestAt.getTime() !== farFuture.getTime()
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
    oldest_at: hasWaitingEntries ? oldestAt.toISOString() : null,
    gaps: device.gaps,
    errors: device.errors,
    // The subquery returns JSON, where a time has the format of PostgreSQL.
    began_anew: earlierDevice && { ...earlierDevice, at: new Date(earlierDevice.at).toISOString() },
  }
}

/** The columns of the CSV export: the fields that the list of devices and the page of one device show. */
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

const formatUploadCount = ({ outcome, reason, count }: UploadCounts[number]): string =>
  `${outcome}${reason === undefined ? '' : ` (${reason})`}: ${count}`

/** Returns the cells of a device's line in the export, in the order of `columns`. */
const toCells = (row: DeviceRow) => {
  const { errors, began_anew: earlierDevice, ...device } = toSyncDevice(row)
  const cells: Record<(typeof columns)[number], string | number | null | undefined> = {
    ...device,
    errors: errors.map(({ code, count }) => `${code}: ${count}`).join('; '),
    began_anew: earlierDevice?.at,
    earlier_device: earlierDevice?.earlier,
    support_code: formatSupportCode(device.device),
    highest: row.device.highest,
    clock_offset: row.device.clockOffset,
    storage_usage: row.device.usage,
    storage_quota: row.device.quota,
    storage_persisted: row.device.persisted?.toString(),
    uploads: row.device.uploads?.map(formatUploadCount).join('; '),
  }
  return columns.map((column) => cells[column] ?? '')
}

/** Enough for a few screens of a phone. */
const devicesPerPage = 25
const logRowsPerPage = 100

const toLogRow = (row: typeof syncLog.$inferSelect): SyncLogRow => {
  const { row: id, customerId: customer_id, at, receivedAt, happened, seq, name, subject, code, status } = row
  const times = { at: at.toISOString(), received_at: receivedAt.toISOString() }
  return { id, ...times, customer_id, happened, seq, name, subject, code, status }
}

/** Reads what the page of one device shows: more fields than the list, and the coaches who used it. */
const readDetails = async (db: Database, row: DeviceRow) => {
  const { id, highest, clockOffset, usage, quota, persisted, uploads } = row.device
  // `numberRuns`: ranges of the numbers that the device assigned to its entries, as PostgreSQL formats them.
  const [people, [numberRuns]] = await Promise.all([selectDeviceCustomers(db, id), selectRuns(db, id)])
  return {
    device: {
      ...toSyncDevice(row),
      highest,
      missing: readRanges(numberRuns?.missing ?? ''),
      discarded: readRanges(numberRuns?.discarded ?? ''),
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

/** Handles the calls that admins use to read the devices of coaches, their reports and their logs. */
export const createDevices = ({ db, log, now }: { db: Database; log: Log; now: () => Date }) => {
  const syncDevices: DirectHandler<'syncDevices'> = async ({ after, ...filters }) => {
    const cursor = after === undefined ? undefined : parseCursor(after, filters.sort)
    if (after !== undefined && !cursor) return fail({ code: 'invalid-body', path: 'after' })
    // One more than a page shows whether there is a next page.
    const rows = await selectDevicePage(db, { filters, cursor, size: devicesPerPage + 1, now: now() })
    const page = rows.slice(0, devicesPerPage)
    const lastRow = page.at(-1)
    const hasNextPage = rows.length > devicesPerPage
    return ok({
      devices: page.map(toSyncDevice),
      next: lastRow && hasNextPage ? formatCursor(toCursor(lastRow.device, filters.sort)) : null,
    })
  }

  const syncDevice: DirectHandler<'syncDevice'> = async ({ device, before }) => {
    const [deviceRow] = await selectDeviceById(db, device)
    if (!deviceRow) return fail({ code: 'not-found', path: 'device', detail: 'There is no such device.' })
    // One more than a page, as in `syncDevices`.
    const rows = await selectLogPage(db, { device, before, size: logRowsPerPage + 1 })
    const page = rows.slice(0, logRowsPerPage)
    return ok({
      ...(await readDetails(db, deviceRow)),
      rows: page.map(toLogRow),
      next: rows.length > logRowsPerPage ? (page.at(-1)?.row ?? null) : null,
    })
  }

  const syncVersions: DirectHandler<'syncVersions'> = async () =>
    ok({ versions: (await selectVersions(db)).map(({ version }) => version) })

  /** Exports the filtered devices as CSV. */
  const syncExport: DirectHandler<'syncExport'> = async (filters, http) => {
    // The pages are read one after the other, and all must measure ages from the same time.
    const startedAt = now()
    const readPage = (lastRow: DeviceRow | undefined) => {
      const cursor = lastRow && toCursor(lastRow.device, filters.sort)
      return selectDevicePage(db, { filters, cursor, size: csvPageSize, now: startedAt })
    }
    const name = `devices-${startedAt.toISOString().slice(0, 10)}.csv`
    const toLines = (row: DeviceRow) => [toCells(row)]
    return ok(createCsvResponse(http, { name, columns, readPage, toLines, log }))
  }

  return { syncDevices, syncDevice, syncVersions, syncExport }
}
