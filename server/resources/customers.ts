import { fail, ok } from '../../src/lib/result.ts'
import type { DirectHandler, OutboxHandler } from '../api/handler.ts'
import type { TokenUse } from '../auth/identity.ts'
import type { Roles } from '../auth/roles.ts'
import type { SignIns } from '../auth/sign-ins.ts'
import { createNewestValue } from '../db/deliveries/store-newest.ts'
import { customFields, registrations } from '../db/schema.ts'
import type { Http } from '../http/app-env.ts'
import { describeRole, type CustomerStore } from './customer-store.ts'
import { createSeasonImpact } from './impact.ts'

/** Stores additional fields of a customer, one row each. The newest value of each field wins. */
const newFields: OutboxHandler<'newFields'> = {
  listAdditions: (_entry, { fields }) =>
    Object.entries(fields).map(([name, value]) => ({
      newest: createNewestValue(customFields, { name }, { value }),
    })),
}

/**
 * Handles the calls about customers and their tokens. In the bodies of these calls, the field `token` is the
 * id of the customer; `authToken` and `accessToken` are tokens.
 */
export const createCustomers = ({
  roles,
  signIns,
  customerStore,
}: {
  roles: Pick<Roles, 'find'>
  signIns: SignIns
  customerStore: CustomerStore
}) => {
  /** Verifies a token, and that it belongs to the customer whom the call names. */
  const verifyOwnToken = async (
    use: TokenUse,
    { token, customer }: { token: string; customer: string },
    http: Http,
  ) => {
    const verified = await signIns.verify(use, token, http.get('session'))
    return verified.ok && verified.value.customer !== customer ? fail('identity-refused' as const) : verified
  }

  /** Stores a registration. It also reports how many people the coach reaches in the season. */
  const customers: OutboxHandler<'customers'> = {
    listAdditions: (entry, { token: _token, ...registration }) => [
      { newest: createNewestValue(registrations, {}, registration) },
      { newest: createSeasonImpact(entry, registration) },
    ],
  }

  const getCustomer: DirectHandler<'getCustomer'> = async ({ token, authToken, ...profile }, http) => {
    const verified = await verifyOwnToken('id', { token: authToken, customer: token }, http)
    if (!verified.ok) return fail({ code: verified.error })
    const { signedInAt } = verified.value
    const customer = await customerStore.findOrCreate({ id: token, ...profile }, signedInAt)
    if (!customer) return fail({ code: 'account-erased' })
    const role = await roles.find(token, verified.value.isInGroup)
    return ok({ data: { ...customer, ...describeRole(role) } })
  }

  const checkCustomer: DirectHandler<'checkCustomer'> = async ({ token, accessToken }, http) => {
    const verified = await verifyOwnToken('access', { token: accessToken, customer: token }, http)
    if (!verified.ok) return fail({ code: verified.error })
    const customer = await customerStore.find(token)
    return ok({ known: customer !== undefined, registered: customer?.registered ?? false })
  }

  return { customers, getCustomer, checkCustomer, newFields }
}
