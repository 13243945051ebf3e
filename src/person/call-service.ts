import type { ServiceClient, ServiceFailure } from '../contract/service-client.ts'
import type { SentBody, ServiceCall } from '../contract/service-call.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { AuthFailure } from '../session/failures.ts'
import type { PersonFailure, PersonMessage, PersonResult } from './person.ts'

/** The access token of the profile's coach, renewed if it has expired or a service has `refused` it. */
export type Token = (options?: { refused?: string }) => Promise<Result<string, AuthFailure>>

/** The credentials that a service requires of a coach: the token, and the key of the locale. */
export type Identity = { token: Token; key: string }

/** Renames the coach's account. */
export type Rename = (name: { firstName: string; lastName: string }) => Promise<Result<void, AuthFailure>>

/** Refusals that a new sign-in fixes. */
const tokenRefusals = new Set(['token-missing', 'token-expired', 'token-refused', '200033', '200034'])
/** Session failures that are reasons of a profile failure under the same message. */
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

/** The reason for a missing session or token; `error.server` for unknown causes in a valid session. */
const sessionReasonOf = ({ message, ended }: AuthFailure): PersonMessage =>
  ended ? 'error.signInNeeded' : (sessionReasons.find((known) => known === message) ?? 'error.server')

/** Why the account was not renamed. */
export const renameFailureOf = (failure: AuthFailure): PersonFailure => ({
  message: 'profile.nameNotSaved',
  reason: sessionReasonOf(failure),
})

const isTokenRefused = (failure: ServiceFailure): boolean =>
  failure.kind === 'refused' && tokenRefusals.has(failure.code)

/** The reason why no request was sent: no network, no valid session, or the session of another coach. */
const tokenReasonOf = (failure: AuthFailure): PersonMessage => {
  const reason = sessionReasonOf(failure)
  return reason === 'error.server' ? 'error.network' : reason
}

/** Calls a service with a token. A failure has `message`, which says what failed, and a reason. */
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
  // Obtains another token or ends the session: a coach who is still signed in could not follow a request to
  // sign in.
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

/** Awaits two results and merges them. Either failure is the failure of both. */
export const both = async <A extends object, B extends object>(
  one: PersonResult<A>,
  other: PersonResult<B>,
): PersonResult<A & B> => {
  const [first, second] = await Promise.all([one, other])
  if (!first.ok) return first
  return second.ok ? ok({ ...first.value, ...second.value }) : second
}
