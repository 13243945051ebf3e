import { anySignal } from '../../lib/async/any-signal.ts'

/**
 * The time limit for the responses of services. Longer than a slow connection needs, but shorter than the
 * time that tabs wait for each other's locks.
 */
export const responseTimeoutMs = 20_000

type Send<I> = (input: I, init?: RequestInit) => Promise<Response>

/** Adds a time limit for the whole response, in addition to the caller's signal. */
export const createFetchWithTimeout =
  <I>(send: Send<I>, timeoutMs = responseTimeoutMs): Send<I> =>
  (input, init = {}) => {
    const timeLimit = AbortSignal.timeout(timeoutMs)
    return send(input, { ...init, signal: init.signal ? anySignal(init.signal, timeLimit) : timeLimit })
  }

/** The request header with the name of a Cognito operation. */
const operationHeader = 'X-Amz-Target'

/**
 * Matches the operations that the app itself retries (`src/session/retry-policies.ts`), and one that must not
 * be retried automatically: a pool accepts the first code of an authenticator app only once.
 */
const onceOperations =
  /\.(?:InitiateAuth|RespondToAuthChallenge|ConfirmSignUp|DeleteUser|VerifySoftwareToken)$/

const createNamedError = (name: string, cause?: unknown): Error =>
  Object.assign(new Error(name, { cause }), { name })

/**
 * Returns the response with its whole body, so that a connection that is lost in the middle of the body
 * rejects like one that is lost before it. Otherwise, Amplify would report an unknown error, as if the user
 * pool had refused.
 */
const receiveWhole = async (send: () => Promise<Response>): Promise<Response> => {
  const response = await send()
  const body = await response.arrayBuffer()
  // A response without a body, such as a 204, must be created without one.
  return new Response(body.byteLength > 0 ? body : null, response)
}

/**
 * Sends a request of Amplify once. Amplify retries the temporary failures that it recognises by their names,
 * so this rejects with errors that have other names.
 */
const sendOnce = async (send: () => Promise<Response>): Promise<Response> => {
  const response = await send().catch((error: unknown) => {
    throw error instanceof TypeError ? createNamedError('ConnectionError', error) : error
  })
  if (response.status >= 500) throw createNamedError('ServiceError')
  return response
}

/**
 * Replaces `scope.fetch`, because Amplify has no option for a `fetch`, a signal or a number of attempts. All
 * Cognito calls get a time limit for the whole response, because otherwise a user pool that never responds
 * would block the coach permanently. The calls that the app itself retries get a single attempt: otherwise
 * Amplify would turn each of our attempts into three. All other requests pass unchanged.
 */
export const limitCognitoCalls = (scope: { fetch: typeof fetch }, timeoutMs = responseTimeoutMs): void => {
  const send: typeof fetch = scope.fetch.bind(scope)
  const sendWithTimeout = createFetchWithTimeout<RequestInfo | URL>(send, timeoutMs)
  scope.fetch = (input, init) => {
    const operation = new Headers(init?.headers).get(operationHeader)
    if (operation === null) return send(input, init)
    const sendWhole = () => receiveWhole(() => sendWithTimeout(input, init))
    return onceOperations.test(operation) ? sendOnce(sendWhole) : sendWhole()
  }
}

/** A download is stalled after this time without a byte. */
const stallTimeoutMs = 30_000

/**
 * Returns a `fetch` for large files. The time limit applies to each wait, for the response and for the next
 * bytes, but not to the whole download. It does not run while the caller is not reading the body. A stalled
 * download rejects with a TypeError, like a lost connection.
 */
export const createFetchUnlessStalled =
  (send: Send<string>, timeoutMs = stallTimeoutMs): Send<string> =>
  async (url, init = {}) => {
    const stall = new AbortController()
    const waitForBytes = async <T>(bytes: Promise<T>): Promise<T> => {
      const timer = setTimeout(() => stall.abort(new TypeError('No bytes arrived in time')), timeoutMs)
      try {
        return await bytes
      } catch (error) {
        // For an aborted body, browsers throw their own error instead of the abort's reason.
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
