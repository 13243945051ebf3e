import { anySignal } from '../../lib/async/any-signal.ts'

/** In ms, for a service: shorter than tabs wait for each other, longer than a bad connection needs. */
export const responseTimeout = 20_000

type Send<I> = (input: I, init?: RequestInit) => Promise<Response>

/** Adds a time limit for the whole response, in addition to the caller's signal. */
export const createFetchInTime =
  <I>(send: Send<I>, timeout = responseTimeout): Send<I> =>
  (input, init = {}) => {
    const limit = AbortSignal.timeout(timeout)
    return send(input, { ...init, signal: init.signal ? anySignal(init.signal, limit) : limit })
  }

/** The header in which Cognito calls name their operation. */
const operationHeader = 'X-Amz-Target'

/** The operations of a user pool that the app repeats itself (`src/session/retry-policies.ts`). */
const repeatedOperations = /\.(?:InitiateAuth|RespondToAuthChallenge|ConfirmSignUp|DeleteUser)$/

const createNamedError = (name: string, cause?: unknown): Error =>
  Object.assign(new Error(name, { cause }), { name })

/**
 * Sends a request of Amplify once. Fails with names that Amplify does not know, because it repeats the
 * temporary failures that it knows.
 */
const sendOnce = async (send: () => Promise<Response>): Promise<Response> => {
  const response = await send().catch((error: unknown) => {
    throw error instanceof TypeError ? createNamedError('ConnectionError', error) : error
  })
  if (response.status >= 500) throw createNamedError('ServiceError')
  return response
}

/**
 * Gives all Cognito calls a time limit, and a single attempt to the calls that the app repeats. Amplify
 * accepts neither a `fetch`, a signal nor a number of attempts. Without this, a user pool that accepts a
 * request and never responds would block a coach permanently, and each of our attempts would be three. All
 * other requests pass unchanged.
 */
export const limitCognitoCalls = (scope: { fetch: typeof fetch }, timeout = responseTimeout): void => {
  const send: typeof fetch = scope.fetch.bind(scope)
  const sendInTime = createFetchInTime<RequestInfo | URL>(send, timeout)
  scope.fetch = (input, init) => {
    const operation = new Headers(init?.headers).get(operationHeader)
    if (operation === null) return send(input, init)
    return repeatedOperations.test(operation)
      ? sendOnce(() => sendInTime(input, init))
      : sendInTime(input, init)
  }
}

/** In ms without a byte, until a download counts as stalled. */
const stallTimeout = 30_000

/**
 * Sends a request for a file that may take long. The time limit applies to each wait, for the response and
 * for its next bytes, but not to the whole, and only while the body is read. A stall rejects as a lost
 * connection does.
 */
export const createFetchUnlessStalled =
  (send: Send<string>, timeout = stallTimeout): Send<string> =>
  async (url, init = {}) => {
    const stall = new AbortController()
    const waitForBytes = async <T>(bytes: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => stall.abort(new TypeError('No byte arrived in time.')), timeout)
      try {
        return await bytes
      } catch (error) {
        // Browsers end the body of an aborted request with an error of their own.
        stall.signal.throwIfAborted()
        throw error
      } finally {
        clearTimeout(timer)
      }
    }
    const signal = init.signal ? anySignal(init.signal, stall.signal) : stall.signal
    const response = await waitForBytes(send(url, { ...init, signal }))
    if (!response.body) return response
    const reader = response.body.getReader()
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull: async (controller) => {
        const { done, value } = await waitForBytes(reader.read())
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    })
    return new Response(body, response)
  }
