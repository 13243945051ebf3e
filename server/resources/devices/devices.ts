import { readRanges } from '../../db/tables/sequences-column.ts'
import type { Database } from '../../db/database.ts'
import type { syncLog } from '../../db/schema.ts'
import type { SyncLogRow } from '../../../src/contract/product-api/sync-api.ts'
import { fail, ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import { deviceView } from './device-view.ts'
import { deviceOfId, devicePage, placeOf, readCursor, writeCursor, type DeviceRow } from './device-query.ts'
import { logPage, peopleOf, runsOf, versionsOf } from './log-query.ts'

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
export const createDevices = ({ db, now }: { db: Database; now: () => Date }) => {
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

  const syncVersions: DirectHandler<'syncVersions'> = async () => {
    return ok({
      versions: (await versionsOf(db)).map(({ version }) => version),
    })
  }

  return { syncDevices, syncDevice, syncVersions }
}
