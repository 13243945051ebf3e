import { desc, eq, inArray } from 'drizzle-orm'
import type { ResponseOf } from '../../src/contract/product-api.ts'
import { roles as rolesByRank, type Role } from '../../src/contract/roles.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { toPlainName } from '../../src/lib/text/plain-name.ts'
import type { Body, DirectHandler } from '../api/handler.ts'
import type { Roles } from '../auth/roles.ts'
import {
  changeRole,
  lockAgainstErasure,
  lockForRoleChange,
  type RoleChange,
} from '../db/customers/role-changes.ts'
import type { Database } from '../db/database.ts'
import { roleGivenMessage } from '../db/restore/replay-log.ts'
import { customers, roleChanges, roles } from '../db/schema.ts'
import type { ApiError } from '../http/api-error.ts'
import type { Session } from '../http/app-env.ts'
import type { Log } from '../http/log.ts'

type Deps = {
  db: Database
  roles: Pick<Roles, 'managers' | 'isManagerByOperator'>
  log: Pick<Log, 'record'>
  now: () => Date
}

/** How many changes the list of roles shows. The table keeps all. */
const maxListedChanges = 100

type Change = RoleChange & { changedBy: string }
type Outcome = Change | Exclude<ResponseOf<'giveRole'>['outcome'], 'given' | 'by-operator'>

/** Handles the calls that managers use to see, grant and revoke roles. */
export const createRoleCalls = ({ db, roles: sources, log, now }: Deps) => {
  /** The managers by the configuration of the server. The other managers are in the table `roles`. */
  const { managers: configuredManagers, isManagerByOperator } = sources

  const listRoles = async () => {
    const rows = await db.select().from(roles)
    // A previous release stored names as they were typed.
    const granted = rows.map(({ customerId, role, name }) => ({
      customerId,
      role,
      name: toPlainName(name ?? '') || null,
    }))
    const byManager = granted
      .filter(({ customerId }) => !configuredManagers.has(customerId))
      .map(({ customerId, role, name }) => ({
        customer_id: customerId,
        role,
        name,
        given_by: 'manager' as const,
      }))
    const names = new Map(granted.map(({ customerId, name }) => [customerId, name]))
    const byOperator = [...configuredManagers].map((id) => ({
      customer_id: id,
      role: 'manager' as Role,
      name: names.get(id) ?? null,
      given_by: 'operator' as const,
    }))
    return [...byOperator, ...byManager].toSorted(
      (a, b) =>
        rolesByRank.indexOf(b.role) - rolesByRank.indexOf(a.role) ||
        (a.name ?? a.customer_id).localeCompare(b.name ?? b.customer_id),
    )
  }

  const listChanges = async () => {
    const changes = await db.select().from(roleChanges).orderBy(desc(roleChanges.id)).limit(maxListedChanges)
    return changes.map(({ changedAt, customerId, former, role, changedBy }) => ({
      changed_at: changedAt.toISOString(),
      customer_id: customerId,
      former,
      role,
      changed_by: changedBy,
    }))
  }

  /**
   * Whether another manager with an account remains if a customer stops being a manager. `managerIds` are those
   * whom managers have appointed.
   */
  const hasOtherManager = async (tx: Database, managerIds: string[], customerId: string): Promise<boolean> =>
    managerIds.some((id) => id !== customerId) ||
    (await tx.$count(customers, inArray(customers.id, [...configuredManagers]))) > 0

  /** Locks the rows of all managers whom other managers have appointed, and returns their ids. */
  const lockManagers = async (tx: Database): Promise<string[]> => {
    const managerRows = await tx
      .select({ id: roles.customerId })
      .from(roles)
      .where(eq(roles.role, 'manager'))
      .orderBy(roles.customerId)
      .for('update')
    return managerRows.map(({ id }) => id)
  }

  /**
   * Changes a role in one transaction. Locks the customer, the manager who changes the role, and then the rows of
   * all managers, so that two managers cannot revoke each other's role at the same time.
   */
  const changeRoleAs = (
    { customer: changedBy, isInGroup }: Session,
    { customer_id: customerId, role, former: expectedRole, name: typedName }: Body<'giveRole'>,
  ): Promise<Result<Outcome, ApiError>> =>
    db.transaction(async (tx) => {
      if (!(await lockForRoleChange(tx, customerId))) {
        return fail({ code: 'not-found', path: 'customer_id', detail: 'There is no such customer.' })
      }
      if (!(await lockAgainstErasure(tx, changedBy))) return fail({ code: 'signed-out' })
      const managerIds = await lockManagers(tx)

      // Another manager may have revoked the role during the wait for the locks.
      const isManager = isInGroup || configuredManagers.has(changedBy) || managerIds.includes(changedBy)
      if (!isManager) return fail({ code: 'admin-only' })

      const name = typedName === '' ? null : typedName
      const [stored] = await tx
        .select({ role: roles.role })
        .from(roles)
        .where(eq(roles.customerId, customerId))
      const former: Role = stored?.role ?? 'coach'
      if (former === role) {
        if (name !== undefined) await tx.update(roles).set({ name }).where(eq(roles.customerId, customerId))
        return ok('unchanged')
      }
      if (former !== expectedRole) return ok('changed-meanwhile')
      if (former === 'manager' && !(await hasOtherManager(tx, managerIds, customerId)))
        return ok('last-manager')

      const change = { changedAt: now(), customerId, former, role, changedBy }
      return ok(await changeRole(tx, change, name))
    })

  const roleList: DirectHandler<'roles'> = async () =>
    ok({ roles: await listRoles(), changes: await listChanges() })

  const giveRole: DirectHandler<'giveRole'> = async (grant, http) => {
    const manager = http.get('session')
    if (!manager) return fail({ code: 'signed-out' })
    if (await isManagerByOperator(db, grant.customer_id)) return ok({ outcome: 'by-operator' })
    const outcome = await changeRoleAs(manager, grant)
    if (!outcome.ok) return outcome
    if (typeof outcome.value === 'string') return ok({ outcome: outcome.value })
    // Logs the whole change, so that `after-restore` can repeat it.
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
