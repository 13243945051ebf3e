import { redirect } from '@tanstack/react-router'
import type { Services } from '../app/services.ts'
import type { Locale } from '../config/locales.ts'

type Context = { services: Services; locale: Locale }
type SignedIn = Extract<ReturnType<Services['auth']['state']>, { status: 'authenticated' }>

/** Who is signed in. */
export type SignedInUser = SignedIn['user']

/**
 * The guard: who is not signed in is sent to the home of the locale (specification §2), and whose session has ended to
 * the sign-in screen (§4).
 */
export const requireSignIn = ({ services, locale }: Context): SignedIn => {
  const state = services.auth.state()
  if (state.status === 'authenticated') return state
  // By now it was looked for: a device that cannot read its session does not know whether there is one.
  if (state.status === 'authenticating') throw new Error('The session could not be read.')
  const to = state.status === 'anonymous' && state.ended ? '/$locale/login' : '/$locale/'
  throw redirect({ to, params: { locale: locale.code }, replace: true })
}
