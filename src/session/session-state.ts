import type { CurrentUser } from './current-user.ts'
import type { SessionState } from './session.ts'
import { createStore, type Store } from '../lib/create-store.ts'

const sameUser = (a: CurrentUser, b: CurrentUser): boolean =>
  a.userID === b.userID &&
  a.accessToken === b.accessToken &&
  a.admin === b.admin &&
  a.firstName === b.firstName &&
  a.lastName === b.lastName

const same = (a: SessionState, b: SessionState): boolean => {
  if (a.status === 'authenticated') return b.status === 'authenticated' && sameUser(a.user, b.user)
  return (
    a.status === b.status &&
    (a.status !== 'anonymous' ||
      b.status !== 'anonymous' ||
      (a.ended === b.ended && a.left === b.left && a.deletion === b.deletion))
  )
}

export type SessionStateStore = Store<SessionState>

/** The state of the session in this tab. Listeners run only when the state differs. */
export const createSessionState = (): SessionStateStore =>
  createStore<SessionState>({ status: 'authenticating' }, same)
