import type { OutboxSnapshot } from '../../outbox/outbox.ts'
import type { ConnectivityState } from '../../platform/network/connectivity.ts'
import {
  getDeliveryStatus,
  type DeliveryStatus,
  type StatusInput,
  type StatusMessage,
} from './delivery-status.ts'

/** What the chip shows: the connection to the server, and the delivery of the coach's work. */
export type SyncStatus = {
  /** Why nothing is sent at the moment, or undefined while the server can be reached. */
  connection?: StatusMessage
  /** Undefined for a visitor, and while storage is still being read, because "all saved" would be a guess. */
  delivery?: DeliveryStatus
}

/**
 * Whether the maintenance that this tab knows of has ended: entries are being sent, or were delivered since
 * it started, possibly by another tab or the service worker.
 */
const isMaintenanceOver = (
  connectivity: ConnectivityState,
  { isSending, deliveredAt = 0 }: OutboxSnapshot,
): boolean => connectivity.kind === 'maintenance' && (isSending || deliveredAt > connectivity.since)

/** Returns why the server cannot be reached, or undefined if it can. */
const getConnectionStatus = (
  connectivity: ConnectivityState,
  { now, format }: Pick<StatusInput, 'now' | 'format'>,
): StatusMessage | undefined => {
  // The network has a login page that responds in place of the server.
  if (connectivity.kind === 'captive')
    return { tone: 'attention', message: 'sync.captive', shortMessage: 'sync.short.captive' }
  if (!connectivity.online) {
    const values = { time: format.time(connectivity.since, now) }
    return { tone: 'waiting', message: 'sync.offlineSince', shortMessage: 'sync.short.offline', values }
  }
  if (connectivity.kind === 'maintenance') {
    const values = { time: format.time(connectivity.until, now) }
    const shortMessage = 'sync.short.maintenance'
    return { tone: 'waiting', message: 'sync.maintenanceUntil', shortMessage, values }
  }
  return undefined
}

/**
 * Returns the two status messages of this device: why the server cannot be reached, if so, and the status of
 * the coach's work. Neither hides the other.
 */
export const getSyncStatus = (
  snapshot: OutboxSnapshot,
  connectivity: ConnectivityState,
  input: StatusInput,
): SyncStatus => {
  const connection = isMaintenanceOver(connectivity, snapshot)
    ? undefined
    : getConnectionStatus(connectivity, input)
  const delivery = getDeliveryStatus(snapshot, connection === undefined, input)
  return { ...(connection && { connection }), ...(delivery && { delivery }) }
}
