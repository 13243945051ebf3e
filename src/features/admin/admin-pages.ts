import { adminApi } from '../../contract/product-api/admin/admin-api.ts'
import { includesRole, type AdminRole, type Role } from '../../contract/roles.ts'

/** The calls that need a role and a second factor. */
export type RoleCall = {
  [Name in keyof typeof adminApi]: (typeof adminApi)[Name]['access'] extends AdminRole ? Name : never
}[keyof typeof adminApi]

/** The pages for admins, each with the call that it cannot do without. */
export const adminPages = [
  { to: 'admin/programme', title: 'admin.tabs.programme', call: 'programme' },
  { to: 'admin/sync', title: 'admin.tabs.sync', call: 'syncDevices' },
  { to: 'admin/health', title: 'admin.tabs.health', call: 'appHealthOverview' },
  { to: 'admin/rescue', title: 'admin.tabs.rescue', call: 'rescueEntry' },
  { to: 'admin/roles', title: 'admin.tabs.roles', call: 'roles' },
  { to: 'admin/delete-account', title: 'admin.tabs.delete', call: 'eraseCustomer' },
] as const

export type AdminPage = (typeof adminPages)[number]

/** Returns the lowest role that may make a call. */
export const getNeededRole = (call: RoleCall): AdminRole => adminApi[call].access

export const mayCall = (role: Role, call: RoleCall): boolean => includesRole(role, getNeededRole(call))

/** Lists the pages that a role may see. */
export const listPages = (role: Role): AdminPage[] => adminPages.filter(({ call }) => mayCall(role, call))

/** Finds the page of a path below the locale, such as `admin/sync/1`. */
export const findAdminPage = (path: string): AdminPage | undefined =>
  adminPages.find(({ to }) => `${path.toLowerCase()}/`.startsWith(`${to}/`))

/** Returns the page that `/admin` leads to: the devices, or the programme for a role that sees no devices. */
export const getFirstPage = (role: Role): AdminPage['to'] =>
  mayCall(role, 'syncDevices') ? 'admin/sync' : 'admin/programme'
