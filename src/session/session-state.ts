import { createStore, type Store } from '../lib/create-store.ts'
import type { CurrentUser } from './current-user.ts'
import type { SessionState } from './session.ts'

/**
 * Whether two users are the same for screens and requests. `expire` and `refreshToken` change with each
 * renewal, but only the renewal reads them. The other fields cannot change without a new sign-in.
 */
const isSameUser = (a: CurrentUser, b: CurrentUser): boolean =>
  a.userID === b.userID &&
  a.accessToken === b.accessToken &&
  a.role === b.role &&
  a.firstName === b.firstName &&
  a.lastName === b.lastName

const isSameState = (a: SessionState, b: SessionState): boolean => {
  if (a.status === 'authenticated' && b.status === 'authenticated') return isSameUser(a.user, b.user)
  if (a.status === 'anonymous' && b.status === 'anonymous')
    return (
      a.endReason === b.endReason &&
      a.deletedCustomer === b.deletedCustomer &&
      a.hasSignedOut === b.hasSignedOut &&
      a.deletion === b.deletion
    )
  return a.status === b.status
}

export type SessionStateStore = Store<SessionState>

/** Creates the state of the session in this tab. Setting an equal state notifies no listener. */
export const createSessionState = (): SessionStateStore =>
  createStore<SessionState>({ status: 'authenticating' }, isSameState)
