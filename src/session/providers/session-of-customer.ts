import { fail } from '../../lib/result.ts'
import type { AuthProvider, ProviderFault } from './provider.ts'

const otherCustomer: ProviderFault = { kind: 'session-ended', name: 'OtherCustomer' }

/**
 * The provider's stored session of a customer. If the provider has the session of another customer on this
 * device, it counts as ended, because its tokens prove nothing about this customer.
 */
export const sessionOfCustomer = async (
  { session }: Pick<AuthProvider, 'session'>,
  customer: string,
  options?: { fresh?: boolean },
): ReturnType<AuthProvider['session']> => {
  const stored = await session(options)
  return stored.ok && stored.value.userID !== customer ? fail(otherCustomer) : stored
}
