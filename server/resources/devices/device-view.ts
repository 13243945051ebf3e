import type { SyncDevice } from '../../../src/contract/product-api/sync-api.ts'
import { nothingWaits } from '../../db/tables/sync-schema.ts'
import type { DeviceRow } from './device-query.ts'

export const deviceView = ({ device, customers, beganAnew }: DeviceRow): SyncDevice => {
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
