import { adminApi } from '../../contract/product-api/admin/admin-api.ts'
import { includesRole, type AdminRole, type Role } from '../../contract/roles.ts'

/** The calls that need a role and a second factor. */
export type RoleCall = {
  [Name in keyof typeof adminApi]: (typeof adminApi)[Name]['access'] extends AdminRole ? Name : never
}[keyof typeof adminApi]

/** The pages for admins: the text of the tab, the heading of the page, and the call that the page needs to work. */
export const adminPages = [
  {
    to: 'admin/programme',
    title: 'admin.tabs.programme',
    heading: 'admin.programme.title',
    call: 'programme',
  },
  { to: 'admin/sync', title: 'admin.tabs.sync', heading: 'admin.tabs.sync', call: 'syncDevices' },
  {
    to: 'admin/health',
    title: 'admin.tabs.health',
    heading: 'admin.health.title',
    call: 'appHealthOverview',
  },
  { to: 'admin/rescue', title: 'admin.tabs.rescue', heading: 'rescue.import.title', call: 'rescueEntry' },
  { to: 'admin/roles', title: 'admin.tabs.roles', heading: 'admin.roles.title', call: 'roles' },
  {
    to: 'admin/delete-account',
    title: 'admin.tabs.delete',
    heading: 'admin.delete.title',
    call: 'eraseCustomer',
  },
] as const

export type AdminPage = (typeof adminPages)[number]

/** Returns the lowest role that may make a call. */
export const getRequiredRole = (call: RoleCall): AdminRole => adminApi[call].access

export const canCall = (role: Role, call: RoleCall): boolean => includesRole(role, getRequiredRole(call))

/** Lists the pages that a role may see. */
export const listPages = (role: Role): AdminPage[] => adminPages.filter(({ call }) => canCall(role, call))

/** Finds the page of a path below the locale, such as `admin/sync/1`. */
export const findAdminPage = (path: string): AdminPage | undefined =>
  adminPages.find(({ to }) => `${path.toLowerCase()}/`.startsWith(`${to}/`))

/** Returns the page that `/admin` leads to: the devices, or the programme for a role that sees no devices. */
export const getFirstPage = (role: Role): AdminPage['to'] =>
  canCall(role, 'syncDevices') ? 'admin/sync' : 'admin/programme'
