import { fail } from '../../lib/result.ts'
import type { AuthProvider, ProviderFailure } from './provider.ts'

const otherCustomer: ProviderFailure = { kind: 'session-ended', name: 'OtherCustomer' }

/**
 * Reads the provider's stored session of a customer. If the stored session belongs to another customer, fails
 * as if the session had ended, because its tokens prove nothing about this customer.
 */
export const readSessionOfCustomer = async (
  { session }: Pick<AuthProvider, 'session'>,
  customerId: string,
  options?: { fresh?: boolean },
): ReturnType<AuthProvider['session']> => {
  const stored = await session(options)
  return stored.ok && stored.value.userID !== customerId ? fail(otherCustomer) : stored
}
