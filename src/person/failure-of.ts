import type { AuthFailure } from '../session/failures.ts'
import type { ServiceFailure } from '../contract/service-client.ts'
import { fail, ok, type Result } from '../lib/result.ts'
import type { PersonFailure, PersonMessage } from './person.ts'

/** Refusals that signing in again cures. */
const tokenRefusals = new Set(['token-missing', 'token-expired', 'token-refused', '200033', '200034'])
/** What signing in again does not cure. */
const passing = ['error.network', 'error.server', 'error.tooManyRequests'] as const satisfies PersonMessage[]
const bodyRefusals = new Set(['body-refused', '200031'])

/** Why a call failed, in words. */
const reasonOf = (failure: ServiceFailure): PersonMessage => {
  if (failure.kind === 'network') return 'error.network'
  if (failure.kind === 'unreadable') return failure.status < 500 ? 'error.foreignAnswer' : 'error.server'
  if (tokenRefusals.has(failure.code)) return 'error.signInNeeded'
  if (failure.status === 429) return 'error.tooManyRequests'
  return bodyRefusals.has(failure.code) ? 'error.badRequest' : 'error.server'
}

/** A failed call: what did not happen, and why. */
const failureOf = (message: PersonMessage, failure: ServiceFailure): PersonFailure => ({
  message,
  reason: reasonOf(failure),
})

/** Why the account kept its name, in the words that it was refused with. */
export const renameFailureOf = ({ message }: AuthFailure): PersonFailure => ({
  message: 'profile.nameNotSaved',
  reason: passing.find((known) => known === message) ?? 'error.signInNeeded',
})

/** Without a token nothing was asked: what keeps it away is the network or a session that is over. */
export const withToken = async <T>(
  message: PersonMessage,
  token: Promise<Result<string, AuthFailure>>,
  use: (token: string) => Promise<Result<T, ServiceFailure>>,
): Promise<Result<T, PersonFailure>> => {
  const given = await token
  if (!given.ok) {
    const isPassing = given.error.message === 'error.network' || given.error.message === 'error.server'
    return fail({ message, reason: isPassing ? 'error.network' : 'error.signInNeeded' })
  }
  const answer = await use(given.value)
  return answer.ok ? ok(answer.value) : fail(failureOf(message, answer.error))
}
