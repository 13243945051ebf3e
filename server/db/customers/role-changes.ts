import { and, eq, gte } from 'drizzle-orm'
import type { Database } from '../database.ts'
import { admins, customers, roleChanges, roles } from '../schema.ts'

/** A role that a manager has given or taken. */
export type RoleChange = Omit<typeof roleChanges.$inferSelect, 'id'>

/** Stores a role and adds it to the list of changes. The role `coach` deletes the row. */
export const storeRoleChange = async (tx: Database, change: RoleChange): Promise<void> => {
  const { customerId, role } = change
  if (role === 'coach') await tx.delete(roles).where(eq(roles.customerId, customerId))
  else
    await tx
      .insert(roles)
      .values({ customerId, role })
      .onConflictDoUpdate({ target: roles.customerId, set: { role } })
  // Servers of the previous release, which run during an update, would still see an admin.
  if (role !== 'manager') await tx.delete(admins).where(eq(admins.customerId, customerId))
  await tx.insert(roleChanges).values(change)
}

/** Repeats a change that a restored database lacks, unless it has a later one or the account is gone. */
export const repeatRoleChange = (db: Database, change: RoleChange): Promise<void> =>
  db.transaction(async (tx) => {
    const { customerId, changedAt } = change
    const [customer] = await tx
      .select({ id: customers.id })
      .from(customers)
      .where(eq(customers.id, customerId))
      .for('update')
    const laterChanges = and(eq(roleChanges.customerId, customerId), gte(roleChanges.changedAt, changedAt))
    if (customer && (await tx.$count(roleChanges, laterChanges)) === 0) await storeRoleChange(tx, change)
  })
