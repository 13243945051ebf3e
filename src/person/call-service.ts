import { loyaltyErrors } from '../contract/loyalty/loyalty-errors.ts'
import type { SentBody, ServiceCall } from '../contract/service-call.ts'
import type { ServiceClient, ServiceFailure } from '../contract/service-client.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { AuthFailure } from '../session/auth-failure.ts'
import type { PersonFailure, PersonMessage, PersonResult } from './person.ts'

/**
 * Requests a token of the profile's coach. It is renewed if it has expired or if a service refused it
 * (`refusedToken`).
 */
export type RequestToken = (options?: { refusedToken?: string }) => Promise<Result<string, AuthFailure>>

/** The credentials that a service requires of a coach: the token, and the key of the locale. */
export type Credentials = { requestToken: RequestToken; key: string }

/** Renames the coach's account. */
export type Rename = (name: { firstName: string; lastName: string }) => Promise<Result<void, AuthFailure>>

/** The codes of refusals that a new token or a new sign-in fixes. */
const tokenRefusalCodes = new Set<string>([
  'token-missing',
  'token-expired',
  'token-refused',
  loyaltyErrors.tokenExpired,
  loyaltyErrors.invalidToken,
])
/** The codes of refusals of an invalid body. */
const bodyRefusalCodes = new Set<string>(['body-refused', loyaltyErrors.invalidBody])

/** The messages of session failures that also explain a profile failure. */
const sessionReasons = [
  'error.network',
  'error.timeout',
  'error.foreignAnswer',
  'error.tooManyRequests',
  'error.providerUnavailable',
  'error.signInNeeded',
  'error.otherCustomer',
  'error.storageUnresponsive',
] as const satisfies PersonMessage[]

const isTokenRefused = (failure: ServiceFailure): boolean =>
  failure.kind === 'refused' && tokenRefusalCodes.has(failure.code)

const toReason = (failure: ServiceFailure): PersonMessage => {
  if (failure.kind === 'network') return 'error.network'
  if (failure.kind === 'no-response') return 'error.timeout'
  // An unreadable response with a status below 500 is probably that of a captive portal or proxy.
  if (failure.kind === 'unreadable') return failure.status < 500 ? 'error.foreignAnswer' : 'error.server'
  if (isTokenRefused(failure)) return 'error.signInNeeded'
  if (failure.status === 429) return 'error.tooManyRequests'
  return bodyRefusalCodes.has(failure.code) ? 'error.badRequest' : 'error.server'
}

/**
 * Returns the reason for a failure of the session. Returns `error.server` if the session is valid and the
 * cause is unknown.
 */
const toSessionReason = ({ message, isSessionOver }: AuthFailure): PersonMessage => {
  if (isSessionOver) return 'error.signInNeeded'
  return sessionReasons.find((reason) => reason === message) ?? 'error.server'
}

/** Converts the failure of a rename of the account. */
export const toRenameFailure = (failure: AuthFailure): PersonFailure => ({
  message: 'profile.nameNotSaved',
  reason: toSessionReason(failure),
})

/**
 * Returns why no token was issued, so that no request was sent. An unknown cause is treated as a lost
 * connection.
 */
const toTokenReason = (failure: AuthFailure): PersonMessage => {
  const reason = toSessionReason(failure)
  return reason === 'error.server' ? 'error.network' : reason
}

/** Calls a service with a token. A failure has the given `message`, which says what failed, and a reason. */
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
  // Requests a new token before asking the coach to sign in, because the session may still be valid. If it is
  // not, the request ends it.
  const newToken = await requestToken({ refusedToken: token.value })
  if (!newToken.ok) return fail({ message, reason: toTokenReason(newToken.error) })
  const secondResult = await call(newToken.value)
  return secondResult.ok ? secondResult : fail({ message, reason: toReason(secondResult.error) })
}

type IdentityCalls<T> = { readonly [N in keyof T]: ServiceCall & { auth: 'identity' } }

/** Returns the function that calls a service with a coach's credentials, by the name of the call. */
export const createServiceCall =
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
