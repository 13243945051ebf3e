import type { AuthState, CurrentUser } from '../account/auth.ts'

const sameUser = (a: CurrentUser, b: CurrentUser): boolean =>
  a.userID === b.userID &&
  a.accessToken === b.accessToken &&
  a.admin === b.admin &&
  a.firstName === b.firstName &&
  a.lastName === b.lastName

const same = (a: AuthState, b: AuthState): boolean => {
  if (a.status === 'authenticated') return b.status === 'authenticated' && sameUser(a.user, b.user)
  return (
    a.status === b.status && (a.status !== 'anonymous' || b.status !== 'anonymous' || a.ended === b.ended)
  )
}

/** The state of the session in this tab, with listeners; a state that says nothing new wakes nobody. */
export const createAuthState = () => {
  let state: AuthState = { status: 'authenticating' }
  const listeners = new Set<() => void>()

  return {
    get: (): AuthState => state,
    set: (next: AuthState): void => {
      if (same(state, next)) return
      state = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

export type AuthStateStore = ReturnType<typeof createAuthState>
