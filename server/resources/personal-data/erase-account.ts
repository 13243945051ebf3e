import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { ErasureReason, ErasureReceipt } from '../../../src/contract/product-api/erasure.ts'
import { fail, ok } from '../../../src/lib/result.ts'
import type { DirectHandler } from '../../api/handler.ts'
import { signErasure, type ReceiptKeys } from '../../api/sign-receipt.ts'
import type { Cookies } from '../../auth/cookies.ts'
import type { Roles } from '../../auth/roles.ts'
import type { SignIns } from '../../auth/sign-ins.ts'
import { eraseCustomer } from '../../db/customers/erase-customer.ts'
import { hashCustomer, findLastErasure, type Erasure } from '../../db/customers/erasures.ts'
import { lockCustomer } from '../../db/customers/lock-customer.ts'
import type { Database } from '../../db/database.ts'
import { erasedMessage } from '../../db/restore/replay-log.ts'
import { isManager } from '../../db/customers/role-changes.ts'
import { customers, erasures } from '../../db/schema.ts'
import type { Http } from '../../http/app-env.ts'
import type { Log } from '../../http/log.ts'

type Deps = {
  db: Database
  roles: Pick<Roles, 'isManagerByOperator'>
  signIns: Pick<SignIns, 'verifyFresh'>
  cookies: Cookies
  keys: ReceiptKeys
  log: Log
  now: () => Date
}

/** Who requests an erasure. An admin gives a reason. */
type ErasureRequest = { by: 'customer' } | { by: 'admin'; reason: ErasureReason }

/**
 * Erases a customer in one transaction. Whatever is being stored for them is either erased, too, or
 * rejected. If the customer was already erased, resolves to the earlier erasure, because the client may not have
 * received the response. Resolves to undefined if an admin names a customer who does not exist, and to `manager`
 * if the customer has this role, which another manager or an operator has to revoke first.
 */
const performErasure = (
  { db, roles, now }: Pick<Deps, 'db' | 'roles' | 'now'>,
  customerId: string,
  request: ErasureRequest,
): Promise<Erasure | 'manager' | undefined> =>
  db.transaction(async (tx) => {
    const hasCustomer = await lockCustomer(tx, customerId)
    const earlierErasure = hasCustomer ? undefined : await findLastErasure(tx, customerId)
    if (earlierErasure) return earlierErasure
    // Coaches may delete their accounts even if this server has not stored anything about them yet.
    if (!hasCustomer && request.by === 'admin') return undefined
    if (request.by === 'admin') {
      // `giveRole` ensures that at least one manager remains, and that only an operator removes the managers whom an
      // operator has appointed. An erasure must not bypass these rules.
      const isProtected =
        (await roles.isManagerByOperator(tx, customerId)) || (await isManager(tx, customerId))
      if (isProtected) return 'manager'
    }
    // Read after the wait for the lock, so that everything that was stored during the wait is older.
    const erasedAt = now()
    const erasure: Erasure = {
      number: randomUUID(),
      customerHash: hashCustomer(customerId),
      erasedAt,
      // Replaced by the reason of an admin's request.
      reason: null,
      rows: await eraseCustomer(tx, customerId, erasedAt),
      ...request,
    }
    await tx.insert(erasures).values(erasure)
    return erasure
  })

/**
 * Logs an erasure, so that `after-restore` can repeat it after a restore. The line does not identify the
 * erased customer, but names the admin.
 */
const logErasure = (log: Log, { rows: _rows, reason, ...erasure }: Erasure, http: Http): void => {
  const adminId = http.get('session')?.customer
  log.record(erasedMessage, {
    ...erasure,
    erasedAt: erasure.erasedAt.toISOString(),
    ...(reason !== null && { reason }),
    ...(adminId !== undefined && { admin: adminId }),
    requestId: http.get('requestId'),
  })
}

/** Handles the calls that delete accounts: coaches delete their own, and admins those of coaches. */
export const createEraseAccount = (deps: Deps) => {
  const { db, signIns, cookies, keys, log } = deps

  const createReceipt = async (erasure: Erasure): Promise<ErasureReceipt> => {
    const { number, customerHash, erasedAt, by, rows } = erasure
    const claims = { number, customer_hash: customerHash, erased_at: erasedAt.toISOString(), by, rows }
    return signErasure(claims, await keys.getSigningKey())
  }

  /** Finds the last erasure of a customer, unless they have a new account. */
  const findEarlierErasure = async (customerId: string): Promise<Erasure | undefined> =>
    (await db.$count(customers, eq(customers.id, customerId))) > 0
      ? undefined
      : findLastErasure(db, customerId)

  const eraseAccount: DirectHandler<'eraseAccount'> = async (
    { customer_id: requestedId, accessToken },
    http,
  ) => {
    const verified = await signIns.verifyFresh(accessToken)
    if (!verified.ok) return fail({ code: verified.error })
    const { customer: customerId, isErased } = verified.value
    if (customerId !== requestedId) return fail({ code: 'identity-refused' })
    const erasure = isErased
      ? await findEarlierErasure(customerId)
      : await performErasure(deps, customerId, { by: 'customer' })
    // The sign-in is older than the erasure, but the customer has a new account.
    if (!erasure || erasure === 'manager') return fail({ code: 'sign-in-too-old' })
    // Neither this log line nor that of the request may name the erased customer.
    http.set('session', undefined)
    logErasure(log, erasure, http)
    cookies.deleteSession(http)
    return ok({ receipt: await createReceipt(erasure) })
  }

  const eraseCustomerAsAdmin: DirectHandler<'eraseCustomer'> = async (
    { customer_id: customerId, reason },
    http,
  ) => {
    if (customerId === http.get('session')?.customer) {
      return fail({
        code: 'invalid-body',
        path: 'customer_id',
        detail: 'Admins delete their own accounts as coaches do.',
      })
    }
    const erasure = await performErasure(deps, customerId, { by: 'admin', reason })
    if (!erasure) {
      return fail({ code: 'not-found', path: 'customer_id', detail: 'There is no such customer.' })
    }
    if (erasure === 'manager') {
      return fail({
        code: 'invalid-body',
        path: 'customer_id',
        detail: 'The customer is a manager. Take the role first.',
      })
    }
    logErasure(log, erasure, http)
    return ok({ receipt: await createReceipt(erasure) })
  }

  return { eraseAccount, eraseCustomer: eraseCustomerAsAdmin }
}
