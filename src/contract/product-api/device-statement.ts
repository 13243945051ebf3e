import * as v from 'valibot'
import * as schemas from '../shared-schemas.ts'
import { base64url, keyId } from './receipt.ts'

/**
 * The server's signed statement that a customer signed in on a device. The server recognises the device by
 * its cookie, and only that device receives the statement. The device puts it into rescue files, which an
 * admin imports: it proves that the entries in the file come from this customer's device.
 */
export const deviceStatement = v.object({
  /** The id of the device. */
  device: schemas.deviceId,
  customer_id: schemas.customerId,
  stated_at: schemas.timestamp,
  /** The id of the key, which also signs receipts. */
  key_id: keyId,
  /** Ed25519 over `createDeviceStatementText`, in base64url. */
  signature: base64url,
})
export type DeviceStatement = v.InferOutput<typeof deviceStatement>

/** Returns the text that the signature covers. Its first line distinguishes it from the text of a receipt. */
export const createDeviceStatementText = ({
  device,
  customer_id,
  stated_at,
  key_id,
}: Omit<DeviceStatement, 'signature'>): string =>
  ['breaking-barriers device 1', device, customer_id, stated_at, key_id].join('\n')
