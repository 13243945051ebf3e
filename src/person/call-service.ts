import type { ServiceClient, ServiceFailure } from '../contract/service-client.ts'
import type { SentBody, ServiceCall } from '../contract/service-call.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { AuthFailure } from '../session/failures.ts'
import type { PersonFailure, PersonMessage, PersonResult } from './person.ts'

/** A token of the coach whose profile it is, renewed where it has expired or a service has `refused` it. */
export type Token = (options?: { refused?: string }) => Promise<Result<string, AuthFailure>>

/** What a service requires of a coach: the token, and the key of the locale. */
export type Identity = { token: Token; key: string }

/** Gives the account of the coach another name. */
export type Rename = (name: { firstName: string; lastName: string }) => Promise<Result<void, AuthFailure>>

/** Refusals that signing in again cures. */
const tokenRefusals = new Set(['token-missing', 'token-expired', 'token-refused', '200033', '200034'])
/** What a failure of the session says of a profile in its own words. */
const sessionReasons = [
  'error.network',
  'error.timeout',
  'error.foreignAnswer',
  'error.tooManyRequests',
  'error.providerAway',
  'error.signInNeeded',
  'error.otherCustomer',
  'error.storageSilent',
] as const satisfies PersonMessage[]
const bodyRefusals = new Set(['body-refused', '200031'])

const reasonOf = (failure: ServiceFailure): PersonMessage => {
  if (failure.kind === 'network') return 'error.network'
  if (failure.kind === 'no-response') return 'error.timeout'
  if (failure.kind === 'unreadable') return failure.status < 500 ? 'error.foreignAnswer' : 'error.server'
  if (isTokenRefused(failure)) return 'error.signInNeeded'
  if (failure.status === 429) return 'error.tooManyRequests'
  return bodyRefusals.has(failure.code) ? 'error.badRequest' : 'error.server'
}

/** Why there is no session, or no token of one: unless it is over, something else is out of order. */
const sessionReasonOf = ({ message, ended }: AuthFailure): PersonMessage =>
  ended ? 'error.signInNeeded' : (sessionReasons.find((known) => known === message) ?? 'error.server')

/** Why the account was not renamed. */
export const renameFailureOf = (failure: AuthFailure): PersonFailure => ({
  message: 'profile.nameNotSaved',
  reason: sessionReasonOf(failure),
})

const isTokenRefused = (failure: ServiceFailure): boolean =>
  failure.kind === 'refused' && tokenRefusals.has(failure.code)

/** Nothing was sent: what is missing is the network, a session that is not over, or this coach's own session. */
const tokenReasonOf = (failure: AuthFailure): PersonMessage => {
  const reason = sessionReasonOf(failure)
  return reason === 'error.server' ? 'error.network' : reason
}

/** Calls a service with a token; `message` says what did not happen when that fails, the reason says why. */
export const withToken = async <T>(
  message: PersonMessage,
  token: Token,
  call: (token: string) => Promise<Result<T, ServiceFailure>>,
): PersonResult<T> => {
  const given = await token()
  if (!given.ok) return fail({ message, reason: tokenReasonOf(given.error) })
  const result = await call(given.value)
  if (result.ok) return result
  if (!isTokenRefused(result.error)) return fail({ message, reason: reasonOf(result.error) })
  // Another token, or the end of the session: a screen that asks to sign in has no way to do it.
  const other = await token({ refused: given.value })
  if (!other.ok) return fail({ message, reason: tokenReasonOf(other.error) })
  const again = await call(other.value)
  return again.ok ? again : fail({ message, reason: reasonOf(again.error) })
}

type IdentityCalls<T> = { readonly [N in keyof T]: ServiceCall & { auth: 'identity' } }

/** Calls a service as a coach, by the names of its table. */
export const serviceAs =
  <T extends IdentityCalls<T>>(client: ServiceClient<T>, { token, key }: Identity) =>
  <N extends keyof T & string>(message: PersonMessage, name: N, body: SentBody<T[N]>) =>
    withToken(message, token, (identityToken) => client.call(name, body, { identityToken, key }))

/** Two results that are awaited together, as one; either's failure is the failure of both. */
export const both = async <A extends object, B extends object>(
  one: PersonResult<A>,
  other: PersonResult<B>,
): PersonResult<A & B> => {
  const [first, second] = await Promise.all([one, other])
  if (!first.ok) return first
  return second.ok ? ok({ ...first.value, ...second.value }) : second
}
