import * as v from 'valibot'
import * as shape from '../shapes.ts'
import { base64url, keyId } from './receipt.ts'

/**
 * The server's word that a customer signed in on a device whose secret it knows. Only that device is given it, and shows it in
 * rescue files.
 */
export const deviceStatement = v.object({
  device: shape.deviceId,
  customer_id: shape.customerId,
  stated_at: shape.timestamp,
  /** The key that receipts are signed with, too. */
  key_id: keyId,
  /** Ed25519 over `deviceStatementText`, base64url */
  signature: base64url,
})
export type DeviceStatement = v.InferOutput<typeof deviceStatement>

/** What the signature of a statement is over; its first line keeps it from being one of a receipt. */
export const deviceStatementText = ({
  device,
  customer_id,
  stated_at,
  key_id,
}: Omit<DeviceStatement, 'signature'>): string =>
  ['breaking-barriers device 1', device, customer_id, stated_at, key_id].join('\n')
