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

/**
 * Gives the calls of Cognito a timeout, whoever makes them. Amplify takes neither a `fetch` nor a signal: a user pool that
 * accepts a request and never responds would keep a coach waiting for ever. All other requests pass as they are.
 */
export const limitCognitoCalls = (scope: { fetch: typeof fetch }, timeout = responseTimeout): void => {
  const send: typeof fetch = scope.fetch.bind(scope)
  const sendInTime = createFetchInTime<RequestInfo | URL>(send, timeout)
  scope.fetch = (input, init) =>
    new Headers(init?.headers).has(operationHeader) ? sendInTime(input, init) : send(input, init)
}
