import { and, eq, gt } from 'drizzle-orm'
import type { Role } from '../../src/contract/roles.ts'
import type { Database } from '../db/database.ts'
import { roles, sessions } from '../db/schema.ts'

/**
 * How long a session keeps the admin rights from its sign-in, even if the customer has left the group of
 * admins, and how long a second factor counts.
 */
export const adminLifetimeMs = 12 * 3_600_000

/** Where the role of a customer may come from. The highest one counts. */
type RoleSources = {
  customer: string
  /** The role that a manager has granted. Null if none. */
  granted: Role | null
  /** Whether the user pool has the customer in its group of admins, whose members are managers. */
  isInGroup: boolean
}

type RolesDeps = { db: Database; managers: ReadonlySet<string>; now: () => Date }

/**
 * Decides what customers may do. `managers` are the customers whom the configuration of the server makes
 * managers (`ADMINS`).
 */
export const createRoles = ({ db, managers, now }: RolesDeps) => {
  const decide = ({ customer, granted, isInGroup }: RoleSources): Role =>
    isInGroup || managers.has(customer) ? 'manager' : (granted ?? 'coach')

  return {
    managers,
    decide,

    /** Finds the role of a customer whose token says whether they are in the group of admins. */
    find: async (customer: string, isInGroup: boolean): Promise<Role> => {
      const [row] = await db.select({ role: roles.role }).from(roles).where(eq(roles.customerId, customer))
      return decide({ customer, granted: row?.role ?? null, isInGroup })
    },

    /**
     * Whether the configuration or the group of the user pool makes a customer a manager. Only the pool knows its
     * members, so this server knows only those who have started a session in the last 12 hours.
     */
    isManagerByOperator: async (tx: Database, customer: string): Promise<boolean> => {
      if (managers.has(customer)) return true
      const since = new Date(now().getTime() - adminLifetimeMs)
      const isMember = and(
        eq(sessions.customerId, customer),
        eq(sessions.admin, true),
        gt(sessions.createdAt, since),
      )
      return (await tx.$count(sessions, isMember)) > 0
    },
  }
}

export type Roles = ReturnType<typeof createRoles>
