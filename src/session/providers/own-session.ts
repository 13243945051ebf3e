import { fail } from '../../lib/result.ts'
import type { AuthProvider, ProviderFault } from './provider.ts'

const otherCustomer: ProviderFault = { kind: 'session-ended', name: 'OtherCustomer' }

/** The session that a provider has of a customer. One of somebody else, left on this device, proves nothing and counts as ended. */
export const ownSession = async (
  { session }: Pick<AuthProvider, 'session'>,
  customer: string,
  options?: { fresh?: boolean },
): ReturnType<AuthProvider['session']> => {
  const found = await session(options)
  return found.ok && found.value.userID !== customer ? fail(otherCustomer) : found
}
