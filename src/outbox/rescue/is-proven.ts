import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { deviceStatementText } from '../../contract/product-api/device-statement.ts'
import { verifyEd25519 } from '../../lib/verify-ed25519.ts'
import type { RescueContent } from './rescue-content.ts'

/**
 * Whether a rescue file proves that it comes from a device of its customer. The proof is a statement that our
 * server signed and gave only to that device.
 */
export const isProven = async (
  api: Pick<ProductApiClient, 'call'>,
  { customer, device, statement }: RescueContent,
): Promise<boolean> => {
  if (statement?.customer_id !== customer || statement.device !== device) return false
  const published = await api.call('receiptKeys', undefined)
  const key = published.ok && published.value.keys.find(({ key_id }) => key_id === statement.key_id)
  if (!key) return false
  const { signature } = statement
  const signed = { text: deviceStatementText(statement), signature, publicKey: key.public_key }
  return (await verifyEd25519(signed)) === true
}
