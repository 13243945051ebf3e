import { and, desc, eq } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { admins, customers, roleChanges, roles } from '../schema.ts'

/** A role that a manager has granted or revoked. */
export type RoleChange = Omit<typeof roleChanges.$inferSelect, 'id'>

/** Locks a customer against other changes of their role. Resolves to false if there is no such customer. */
export const lockForRoleChange = async (tx: Database, customerId: string): Promise<boolean> => {
  const lockedRows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    // Weaker than `update`, so that the deliveries of the customer do not wait.
    .for('no key update')
  return lockedRows.length > 0
}

/** Locks a customer against erasure. Resolves to false if there is no such customer. */
export const lockAgainstErasure = async (tx: Database, customerId: string): Promise<boolean> => {
  const lockedRows = await tx
    .select({ id: customers.id })
    .from(customers)
    .where(eq(customers.id, customerId))
    .for('key share')
  return lockedRows.length > 0
}

const findTimeOfLastChange = async (tx: Database, customerId: string): Promise<Date | undefined> => {
  const [last] = await tx
    .select({ changedAt: roleChanges.changedAt })
    .from(roleChanges)
    .where(eq(roleChanges.customerId, customerId))
    .orderBy(desc(roleChanges.changedAt))
    .limit(1)
  return last?.changedAt
}

const storeRoleChange = async (tx: Database, change: RoleChange, name?: string | null): Promise<void> => {
  const { customerId, role } = change
  if (role === 'coach') await tx.delete(roles).where(eq(roles.customerId, customerId))
  else
    await tx
      .insert(roles)
      .values({ customerId, role, name })
      .onConflictDoUpdate({ target: roles.customerId, set: { role, ...(name !== undefined && { name }) } })
  // Servers of the previous release, which run during an update, would still see an admin.
  if (role !== 'manager') await tx.delete(admins).where(eq(admins.customerId, customerId))
  await tx.insert(roleChanges).values(change)
}

/**
 * Changes the role of a customer whom `lockForRoleChange` has locked. Resolves to the change as it was stored. Its
 * time is after that of the previous change, even if the clock of another instance is ahead. `name` is what
 * managers call the person, or null to remove it. It is not part of the change, so that it is not logged.
 */
export const changeRole = async <Change extends RoleChange>(
  tx: Database,
  change: Change,
  name?: string | null,
): Promise<Change> => {
  const lastChangedAt = await findTimeOfLastChange(tx, change.customerId)
  const isLater = lastChangedAt === undefined || lastChangedAt < change.changedAt
  const stored = isLater ? change : { ...change, changedAt: new Date(lastChangedAt.getTime() + 1) }
  await storeRoleChange(tx, stored, name)
  return stored
}

/**
 * Repeats a change in a restored database that lacks it. Resolves to false if the customer has no account there.
 */
export const repeatRoleChange = (db: Database, change: RoleChange): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { customerId, changedAt, changedBy } = change
    if (!(await lockForRoleChange(tx, customerId))) return false
    const lastChangedAt = await findTimeOfLastChange(tx, customerId)
    // This change, or a later one, is already stored.
    if (lastChangedAt && lastChangedAt >= changedAt) return true
    const hasManager = changedBy !== null && (await lockAgainstErasure(tx, changedBy))
    await storeRoleChange(tx, { ...change, changedBy: hasManager ? changedBy : null })
    return true
  })

/** Whether a manager has granted a customer the role of a manager. */
export const isManager = async (tx: Database, customerId: string): Promise<boolean> =>
  (await tx.$count(roles, and(eq(roles.customerId, customerId), eq(roles.role, 'manager')))) > 0
