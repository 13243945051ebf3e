/**
 * What a customer may do, from least to most. Each role may also do what the ones before it may:
 *
 * - `coach`: takes the courses.
 * - `viewer`: sees the totals of the programme and how the app works on devices, without names and ids of
 *   coaches.
 * - `supporter`: helps single coaches: sees their devices and what they wrote, and imports rescue files.
 * - `manager`: exports the answers of coaches, deletes accounts and gives roles.
 *
 * Each call of the product API names the lowest role that may make it (`ApiCall['access']`).
 */
export const roles = ['coach', 'viewer', 'supporter', 'manager'] as const
export type Role = (typeof roles)[number]

/** A role that opens admin pages. */
export type AdminRole = Exclude<Role, 'coach'>

/** Whether a role may do what another one may. */
export const includesRole = (role: Role, needed: Role): boolean =>
  roles.indexOf(role) >= roles.indexOf(needed)

export const isAdminRole = (role: Role): role is AdminRole => role !== 'coach'

/**
 * Returns the role of a customer. A previous release only distinguishes admins, who were all managers.
 */
export const getRole = ({ admin, role }: { admin: boolean; role?: Role | undefined }): Role =>
  role ?? (admin ? 'manager' : 'coach')
