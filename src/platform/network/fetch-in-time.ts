import { anySignal } from '../../lib/any-signal.ts'

/** ms that a service may take to respond: less than the tabs wait for each other, more than a bad connection needs. */
export const responseTimeout = 20_000

type Send<I> = (input: I, init?: RequestInit) => Promise<Response>

/** Sends with a timeout for the whole response, besides the signal that a caller gives. */
export const createFetchInTime =
  <I>(send: Send<I>, timeout = responseTimeout): Send<I> =>
  (input, init = {}) => {
    const limit = AbortSignal.timeout(timeout)
    return send(input, { ...init, signal: init.signal ? anySignal(init.signal, limit) : limit })
  }

/** The header in which calls of Cognito name their operation. */
const operationHeader = 'X-Amz-Target'

/** The operations of a user pool that the app repeats itself (`src/session/retry.ts`). */
const repeated = /\.(?:InitiateAuth|RespondToAuthChallenge|ConfirmSignUp|DeleteUser)$/

const failure = (name: string, cause?: unknown): Error => Object.assign(new Error(name, { cause }), { name })

/** Fails under names that Amplify does not know: what it knows as a failure that can pass, it repeats by itself. */
const sendOnce = async (send: () => Promise<Response>): Promise<Response> => {
  const response = await send().catch((error: unknown) => {
    throw error instanceof TypeError ? failure('ConnectionError', error) : error
  })
  if (response.status >= 500) throw failure('ServiceError')
  return response
}

/**
 * Gives the calls of Cognito a timeout, whoever makes them, and one try to those that the app repeats. Amplify takes neither
 * a `fetch`, a signal nor a number of tries: a user pool that accepts a request and never responds would keep a coach waiting
 * for ever, and each of our tries would be three. All other requests pass as they are.
 */
export const limitCognitoCalls = (scope: { fetch: typeof fetch }, timeout = responseTimeout): void => {
  const send: typeof fetch = scope.fetch.bind(scope)
  const sendInTime = createFetchInTime<RequestInfo | URL>(send, timeout)
  scope.fetch = (input, init) => {
    const operation = new Headers(init?.headers).get(operationHeader)
    if (operation === null) return send(input, init)
    return repeated.test(operation) ? sendOnce(() => sendInTime(input, init)) : sendInTime(input, init)
  }
}
