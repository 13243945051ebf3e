import { deviceSorts, type DeviceSort } from '../../../src/contract/product-api/admin/admin-filters.ts'
import type { DeviceCursor } from '../../resources/devices/device-cursor.ts'
import {
  selectDeviceById,
  selectDevicePage,
  type DeviceFilters,
} from '../../resources/devices/device-query.ts'
import {
  selectLogPage,
  selectDeviceCustomers,
  selectRuns,
  selectVersions,
} from '../../resources/devices/log-query.ts'
import type { Database } from '../../db/database.ts'

/** A cursor in the middle of each order of a filled log, so that a page is furthest from both ends. */
export type Middles = Record<DeviceSort, DeviceCursor>

/** Every query of the admin pages, by purpose. `device` and `customer` must exist in the log. */
export const createSyncQueries = (
  db: Database,
  { device, customer, now, middles }: { device: string; customer: string; now: Date; middles: Middles },
) => {
  const list = (filters: Partial<DeviceFilters>, cursor?: DeviceCursor) =>
    selectDevicePage(db, { filters: { sort: 'seen', ...filters }, cursor, size: 51, now })
  return {
    ...Object.fromEntries(
      deviceSorts.flatMap((sort) => [
        [`list by ${sort}, first page`, list({ sort })],
        [`list by ${sort}, a page in the middle`, list({ sort }, middles[sort])],
      ]),
    ),
    'list of a country': list({ country: 'MX' }),
    'list of a country by pending': list({ country: 'MX', sort: 'pending' }),
    'list of a version': list({ version: '0.7.0' }),
    'list with gaps': list({ gaps: '1' }),
    'list with gaps, the silent first': list({ gaps: '1', sort: 'silent' }),
    'list that needs somebody': list({ needs_you: '1' }),
    'list that needs somebody, of a country, by oldest': list({
      needs_you: '1',
      country: 'BR',
      sort: 'oldest',
    }),
    'list seen a week to a month ago, by pending': list({ seen: 'month', sort: 'pending' }),
    'list waiting for over a week': list({ waiting: 'longer' }),
    'list waiting for up to an hour, of a version': list({ waiting: 'hour', version: '0.7.0' }),
    'list silent for 30 days': list({ silent_days: 30 }),
    'list of an error class': list({ error: 'invalid-body' }),
    'list of an error class nobody has': list({ error: 'too-large' }),
    'list of a customer': list({ who: customer }),
    'list of a device': list({ who: device }),
    'one device': selectDeviceById(db, device),
    'its people': selectDeviceCustomers(db, device),
    'its gaps': selectRuns(db, device),
    'its log, first page': selectLogPage(db, { device, before: undefined, size: 101 }),
    'its log, an older page': selectLogPage(db, { device, before: 20, size: 101 }),
    'the versions': selectVersions(db),
  }
}

export const createExportPage = (db: Database, { middles, now }: { middles: Middles; now: Date }) =>
  selectDevicePage(db, { filters: { sort: 'seen' }, cursor: middles.seen, size: 500, now })
