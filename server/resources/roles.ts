import { desc, eq, inArray } from 'drizzle-orm'
import { roles as rolesByRank, type Role } from '../../src/contract/roles.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { DirectHandler } from '../api/handler.ts'
import type { Roles } from '../auth/roles.ts'
import { storeRoleChange, type RoleChange } from '../db/customers/role-changes.ts'
import type { Database } from '../db/database.ts'
import { roleGivenMessage } from '../db/restore/replay-log.ts'
import { customers, roleChanges, roles } from '../db/schema.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Log } from '../http/log.ts'

type Deps = {
  db: Database
  roles: Pick<Roles, 'managers'>
  log: Pick<Log, 'record'>
  now: () => Date
}

/** How many changes the list of roles shows. The table keeps all. */
const maxListedChanges = 100

type Change = RoleChange & { changedBy: string }
type Outcome = Change | 'unchanged' | 'last-manager'

/** Handles the calls by which managers see and give roles. */
export const createRoleCalls = ({ db, roles: { managers }, log, now }: Deps) => {
  const listRoles = async () => {
    const given = await db
      .select({ customer_id: roles.customerId, role: roles.role, email: customers.email })
      .from(roles)
      .innerJoin(customers, eq(customers.id, roles.customerId))
    const operatorIds = [...managers]
    const known = await db
      .select({ id: customers.id, email: customers.email })
      .from(customers)
      .where(inArray(customers.id, operatorIds))
    const emails = new Map(known.map(({ id, email }) => [id, email]))
    const byManager = given
      .filter(({ customer_id: id }) => !managers.has(id))
      .map(({ customer_id, role, email }) => ({
        customer_id,
        role,
        email,
        given_by: 'manager' as const,
      }))
    const byOperator = operatorIds.map((id) => ({
      customer_id: id,
      role: 'manager' as Role,
      email: emails.get(id) ?? null,
      given_by: 'operator' as const,
    }))
    return [...byOperator, ...byManager].toSorted(
      (a, b) =>
        rolesByRank.indexOf(b.role) - rolesByRank.indexOf(a.role) ||
        (a.email ?? a.customer_id).localeCompare(b.email ?? b.customer_id),
    )
  }

  const listChanges = async () => {
    const changes = await db
      .select()
      .from(roleChanges)
      .orderBy(desc(roleChanges.changedAt), desc(roleChanges.id))
      .limit(maxListedChanges)
    return changes.map(({ changedAt, customerId, former, role, changedBy }) => ({
      changed_at: changedAt.toISOString(),
      customer_id: customerId,
      former,
      role,
      changed_by: changedBy,
    }))
  }

  /** Whether a manager is left who has an account, if a customer stops being one. */
  const isManagerLeft = async (tx: Database, managerIds: string[], customerId: string): Promise<boolean> =>
    managerIds.some((id) => id !== customerId) ||
    (await tx.$count(customers, inArray(customers.id, [...managers]))) > 0

  /** Changes a role in one transaction. */
  const change = ({
    customerId,
    role,
    changedBy,
  }: Omit<Change, 'changedAt' | 'former'>): Promise<Result<Outcome, ApiError>> =>
    db.transaction(async (tx) => {
      // An erasure of the customer waits, or has deleted the row.
      const [customer] = await tx
        .select({ id: customers.id })
        .from(customers)
        .where(eq(customers.id, customerId))
        .for('key share')
      if (!customer) {
        return fail({ code: 'not-found', path: 'customer_id', detail: 'There is no such customer.' })
      }
      // Locks all managers, so that two managers cannot take the role from each other at the same time.
      const managerRows = await tx
        .select({ id: roles.customerId })
        .from(roles)
        .where(eq(roles.role, 'manager'))
        .orderBy(roles.customerId)
        .for('update')
      const [stored] = await tx
        .select({ role: roles.role })
        .from(roles)
        .where(eq(roles.customerId, customerId))
        .for('update')
      const former: Role = stored?.role ?? 'coach'
      if (former === role) return ok('unchanged')
      const managerIds = managerRows.map(({ id }) => id)
      if (former === 'manager' && !(await isManagerLeft(tx, managerIds, customerId)))
        return ok('last-manager')
      const changed = { changedAt: now(), customerId, former, role, changedBy }
      await storeRoleChange(tx, changed)
      return ok(changed)
    })

  const roleList: DirectHandler<'roles'> = async () =>
    ok({ roles: await listRoles(), changes: await listChanges() })

  const giveRole: DirectHandler<'giveRole'> = async ({ customer_id: customerId, role }, http) => {
    const manager = http.get('session')
    if (!manager) return fail({ code: 'signed-out' })
    if (managers.has(customerId)) return ok({ outcome: 'by-operator' })
    const outcome = await change({ customerId, role, changedBy: manager.customer })
    if (!outcome.ok) return outcome
    if (typeof outcome.value === 'string') return ok({ outcome: outcome.value })
    // In full, so that `after-restore` can repeat it.
    const { changedAt, customerId: customer, ...changed } = outcome.value
    log.record(roleGivenMessage, {
      ...changed,
      customer,
      changedAt: changedAt.toISOString(),
      requestId: http.get('requestId'),
    })
    return ok({ outcome: 'given' })
  }

  return { roles: roleList, giveRole }
}
