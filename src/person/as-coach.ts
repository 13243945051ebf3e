import type { ServiceFailure } from '../contract/service-client.ts'
import { ok, type Result } from '../lib/result.ts'
import { withToken } from './failure-of.ts'
import type { PersonFailure, PersonMessage } from './person.ts'
import type { Identity } from './token.ts'

type Coach = { identityToken: string; key: string }

/** Calls services as a coach; `message` says what did not happen when a call fails. */
export const asCoach =
  ({ token, key }: Identity) =>
  <T>(message: PersonMessage, call: (coach: Coach) => Promise<Result<T, ServiceFailure>>) =>
    withToken(message, token(), (identityToken) => call({ identityToken, key }))

/** An answer of which only its success matters. */
export const done = <T>(answer: Result<T, PersonFailure>): Result<void, PersonFailure> =>
  answer.ok ? ok(undefined) : answer
