import type { CurrentUser } from './current-user.ts'
import type { AuthMessage } from './failures.ts'

/** `ended` says why a session that was there is over: the next screen is then the sign-in screen, not the home page. */
export type SessionState =
  | { status: 'authenticating' }
  | { status: 'anonymous'; ended?: AuthMessage }
  | { status: 'authenticated'; user: CurrentUser }
