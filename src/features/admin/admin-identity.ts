import { createContext, use } from 'react'
import type { Role } from '../../contract/roles.ts'
import { mayCall, type RoleCall } from './admin-pages.ts'

/** Who looks at the admin pages: the id of their account, and what they may do. */
export type AdminIdentity = { customerId: string; role: Role }

/** Without a provider, nothing is allowed. */
const Context = createContext<AdminIdentity>({ customerId: '', role: 'coach' })

export const AdminIdentityProvider = Context.Provider

export const useAdminIdentity = (): AdminIdentity => use(Context)

/** Returns whether the person at the page may make a call. The contract of each call names the role for it. */
export const useMay = (): ((call: RoleCall) => boolean) => {
  const { role } = useAdminIdentity()
  return (call) => mayCall(role, call)
}
