import { eq } from 'drizzle-orm'
import type { Role } from '../../src/contract/roles.ts'
import type { Database } from '../db/database.ts'
import { roles } from '../db/schema.ts'

/** Where the role of a customer may come from. The highest one counts. */
type RoleSources = {
  customer: string
  /** The role that a manager has given. Null if none. */
  given: Role | null
  /** Whether the user pool has the customer in its group of admins, whose members are managers. */
  isInGroup: boolean
}

/**
 * Decides what customers may do. `managers` are the customers whom the configuration of the server makes
 * managers (`ADMINS`).
 */
export const createRoles = ({ db, managers }: { db: Database; managers: ReadonlySet<string> }) => {
  const decide = ({ customer, given, isInGroup }: RoleSources): Role =>
    isInGroup || managers.has(customer) ? 'manager' : (given ?? 'coach')

  return {
    managers,
    decide,

    /** Finds the role of a customer whose token says whether they are in the group of admins. */
    find: async (customer: string, isInGroup: boolean): Promise<Role> => {
      const [row] = await db.select({ role: roles.role }).from(roles).where(eq(roles.customerId, customer))
      return decide({ customer, given: row?.role ?? null, isInGroup })
    },
  }
}

export type Roles = ReturnType<typeof createRoles>
