import type { ServiceClient, ServiceFailure } from '../contract/service-client.ts'
import type { SentBody, ServiceCall } from '../contract/service-call.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { AuthFailure } from '../session/failure-messages.ts'
import type { PersonFailure, PersonMessage, PersonResult } from './person.ts'

/**
 * Requests the access token of the profile's coach, renewed if it has expired or a service refused it (`refusedToken`).
 */
export type RequestToken = (options?: { refusedToken?: string }) => Promise<Result<string, AuthFailure>>

/** The credentials that a service requires of a coach: the token, and the key of the locale. */
export type Credentials = { requestToken: RequestToken; key: string }

/** Renames the coach's account. */
export type Rename = (name: { firstName: string; lastName: string }) => Promise<Result<void, AuthFailure>>

/** Refusals that a new sign-in fixes. */
const tokenRefusals = new Set(['token-missing', 'token-expired', 'token-refused', '200033', '200034'])
/** Messages of session failures that are also reasons of a profile failure. */
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

const toReason = (failure: ServiceFailure): PersonMessage => {
  if (failure.kind === 'network') return 'error.network'
  if (failure.kind === 'no-response') return 'error.timeout'
  if (failure.kind === 'unreadable') return failure.status < 500 ? 'error.foreignAnswer' : 'error.server'
  if (isTokenRefused(failure)) return 'error.signInNeeded'
  if (failure.status === 429) return 'error.tooManyRequests'
  return bodyRefusals.has(failure.code) ? 'error.badRequest' : 'error.server'
}

/** The reason for a missing session or token; `error.server` for unknown causes in a valid session. */
const toSessionReason = ({ message, isSessionOver }: AuthFailure): PersonMessage =>
  isSessionOver
    ? 'error.signInNeeded'
    : (sessionReasons.find((reason) => reason === message) ?? 'error.server')

/** Why the account was not renamed. */
export const toRenameFailure = (failure: AuthFailure): PersonFailure => ({
  message: 'profile.nameNotSaved',
  reason: toSessionReason(failure),
})

const isTokenRefused = (failure: ServiceFailure): boolean =>
  failure.kind === 'refused' && tokenRefusals.has(failure.code)

/** The reason why no request was sent: no network, no valid session, or the session of another coach. */
const toTokenReason = (failure: AuthFailure): PersonMessage => {
  const reason = toSessionReason(failure)
  return reason === 'error.server' ? 'error.network' : reason
}

/** Calls a service with a token. A failure has `message`, which says what failed, and a reason. */
export const withToken = async <T>(
  message: PersonMessage,
  requestToken: RequestToken,
  call: (token: string) => Promise<Result<T, ServiceFailure>>,
): PersonResult<T> => {
  const token = await requestToken()
  if (!token.ok) return fail({ message, reason: toTokenReason(token.error) })
  const result = await call(token.value)
  if (result.ok) return result
  if (!isTokenRefused(result.error)) return fail({ message, reason: toReason(result.error) })
  // Obtains another token or ends the session: a coach who is still signed in could not follow a request to
  // sign in.
  const newToken = await requestToken({ refusedToken: token.value })
  if (!newToken.ok) return fail({ message, reason: toTokenReason(newToken.error) })
  const secondResult = await call(newToken.value)
  return secondResult.ok ? secondResult : fail({ message, reason: toReason(secondResult.error) })
}

type IdentityCalls<T> = { readonly [N in keyof T]: ServiceCall & { auth: 'identity' } }

/** Calls a service as a coach, by the names of its table. */
export const serviceAs =
  <T extends IdentityCalls<T>>(client: ServiceClient<T>, { requestToken, key }: Credentials) =>
  <N extends keyof T & string>(message: PersonMessage, name: N, body: SentBody<T[N]>) =>
    withToken(message, requestToken, (identityToken) => client.call(name, body, { identityToken, key }))

/** Awaits two results and merges their values. If both fail, returns the failure of the first. */
export const mergeResults = async <A extends object, B extends object>(
  first: PersonResult<A>,
  second: PersonResult<B>,
): PersonResult<A & B> => {
  const [a, b] = await Promise.all([first, second])
  if (!a.ok) return a
  return b.ok ? ok({ ...a.value, ...b.value }) : b
}
