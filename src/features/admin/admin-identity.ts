import { createContext, use } from 'react'
import type { Role } from '../../contract/roles.ts'
import { canCall, type RoleCall } from './admin-pages.ts'

/** The person who uses the admin pages: the id of their account, and their role. */
export type AdminIdentity = { customerId: string; role: Role }

/** Without a provider, nothing is allowed. */
const Context = createContext<AdminIdentity>({ customerId: '', role: 'coach' })

export const AdminIdentityProvider = Context.Provider

export const useAdminIdentity = (): AdminIdentity => use(Context)

/** Returns a function that checks whether the person may make a call. The contract of each call names its role. */
export const useCanCall = (): ((call: RoleCall) => boolean) => {
  const { role } = useAdminIdentity()
  return (call) => canCall(role, call)
}
