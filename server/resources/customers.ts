import { fail, ok } from '../../src/lib/result.ts'
import type { TokenUse } from '../auth/identity.ts'
import type { IdentityTokens } from '../auth/identity-tokens.ts'
import { registrations } from '../db/schema.ts'
import { newest } from '../db/newest.ts'
import type { OpenHandler, OutboxHandler } from '../api/handler.ts'
import type { Customers } from './customer-store.ts'

/** The calls about who a customer is. */
export const createCustomerCalls = ({
  identity,
  customers,
}: {
  identity: IdentityTokens
  customers: Customers
}) => {
  /** A token speaks for its own customer only. */
  const verifyOwn = async (use: TokenUse, token: string, customer: string) => {
    const verified = await identity.verify(use, token)
    return verified.ok && verified.value.customer !== customer ? fail('identity-refused' as const) : verified
  }

  const register: OutboxHandler<'customers'> = {
    write: async (tx, { customer, sequence, receivedAt }, { token: _token, ...told }) => {
      const row = { ...told, customerId: customer, sequence, receivedAt }
      await tx
        .insert(registrations)
        .values(row)
        .onConflictDoUpdate({ target: registrations.customerId, ...newest(registrations.sequence, row) })
      return {}
    },
  }

  const getCustomer: OpenHandler<'getCustomer'> = async ({ token, authToken, ...told }) => {
    const verified = await verifyOwn('id', authToken, token)
    if (!verified.ok) return fail({ code: verified.error })
    const known = await customers.findOrCreate({ id: token, ...told })
    const admin = verified.value.admin || (await customers.isAdmin(token))
    return ok({ data: { ...known, admin } })
  }

  const checkCustomer: OpenHandler<'checkCustomer'> = async ({ token, accessToken }) => {
    const verified = await verifyOwn('access', accessToken, token)
    if (!verified.ok) return fail({ code: verified.error })
    const known = await customers.find(token)
    return ok({ known: known !== undefined, registered: known?.registered ?? false })
  }

  return { register, getCustomer, checkCustomer }
}
