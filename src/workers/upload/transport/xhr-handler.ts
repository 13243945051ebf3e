import type { RequestHandler } from '@smithy/types'
import { createWatchdog, type RequestKind, type WatchedPart } from './watchdog.ts'

/** The HTTP request that the SDK has made of a command and signed. */
export type SignedRequest = {
  method: string
  protocol: string
  hostname: string
  port?: number
  path: string
  query: Record<string, string | string[] | null>
  headers: Record<string, string>
  body?: XMLHttpRequestBodyInit
}

/** The options that this app adds to the SDK's own; the SDK passes them through. */
export type HandlerOptions = { abortSignal?: AbortSignal; onProgress?: (bytes: number) => void }

/** Sends what the SDK has signed. */
// oxlint-disable-next-line typescript/no-explicit-any -- the SDK detects the type of the response itself
export type S3RequestHandler = RequestHandler<any, any, HandlerOptions>

const isProgressListener = (value: unknown): value is (bytes: number) => void => typeof value === 'function'

/** Selects the options that this app uses from all that the SDK passes. */
const toHandlerOptions = (options: { abortSignal?: unknown } = {}): HandlerOptions => ({
  ...(options.abortSignal instanceof AbortSignal && { abortSignal: options.abortSignal }),
  ...('onProgress' in options &&
    isProgressListener(options.onProgress) && { onProgress: options.onProgress }),
})

/**
 * Why a request has no response, which is also the name of the error. `AbortError`: the app aborted the
 * request. `Unreachable`: no connection, or a response that CORS hides. `Unanswered`: the same, after the
 * whole body was sent. `Stalled`: no byte moved until the watchdog aborted the request. `Redirected`: the
 * response was a redirect, which the browser hides.
 */
export type NoResponse = 'AbortError' | 'Unreachable' | 'Unanswered' | 'Stalled' | 'Redirected'
const createNoResponseError = (name: NoResponse): Error => Object.assign(new Error(name), { name })

/** Escapes text as RFC 3986 requires, which the signature expects. `encodeURIComponent` escapes less. */
const escapeRfc3986 = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const toUrl = ({ protocol, hostname, port, path, query }: SignedRequest): string => {
  // A parameter with several values is repeated. A value of null becomes an empty text.
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? ''].flat().map((item) => `${escapeRfc3986(name)}=${escapeRfc3986(item)}`),
  )
  const authority = port ? `${hostname}:${port}` : hostname
  const search = pairs.length > 0 ? `?${pairs.join('&')}` : ''
  return `${protocol}//${authority}${path}${search}`
}

/**
 * In characters. Sending a longer text, such as the list of many parts, takes some seconds on a slow line.
 */
const longTextLength = 50_000

/**
 * Whether to watch the progress of a body: the bytes of a file, or a long text. The listener makes the
 * browser send a CORS preflight, which the bytes of a file need in any case.
 */
const shouldWatchBody = (body: SignedRequest['body']): boolean =>
  body instanceof Blob || (typeof body === 'string' && body.length > longTextLength)

const getRequestKind = ({ method, query, headers, body }: SignedRequest): RequestKind => {
  if ((method === 'POST' && 'uploadId' in query) || 'x-amz-copy-source' in headers) return 'assembly'
  return shouldWatchBody(body) ? 'part' : 'short'
}

/** Returns the part that a request sends, or undefined if it sends none. */
const findPart = ({ path, query, body }: SignedRequest): WatchedPart | undefined => {
  if (!(body instanceof Blob)) return undefined
  const { uploadId = '', partNumber = '' } = query
  return { id: [path, uploadId, partNumber].join(' '), size: body.size }
}

/** The time limit for the check whether the object store redirects. */
const redirectTimeoutMs = 5000

/**
 * Whether a URL redirects. A browser follows a redirect without asking the script. The signature is invalid
 * for the other host, and the browser hides the outcome.
 */
const checkRedirect = async (url: string): Promise<boolean> => {
  const signal = AbortSignal.timeout(redirectTimeoutMs)
  const options = { redirect: 'manual', cache: 'no-store', credentials: 'omit', signal } as const
  return fetch(url, options).then(
    ({ type }) => type === 'opaqueredirect',
    () => false,
  )
}

/** Headers that only the browser may set. */
const forbiddenHeaders = new Set(['host', 'content-length', 'user-agent'])

const parseHeaders = (request: XMLHttpRequest): Record<string, string> =>
  Object.fromEntries(
    request
      .getAllResponseHeaders()
      .trim()
      .split(/\r?\n/)
      .map((line) => [
        line.slice(0, line.indexOf(':')).toLowerCase(),
        line.slice(line.indexOf(':') + 1).trim(),
      ]),
  )

/** Opens a request and sets its headers. */
const openRequest = (request: XMLHttpRequest, signed: SignedRequest) => {
  request.open(signed.method, toUrl(signed))
  request.responseType = 'blob'
  for (const [name, value] of Object.entries(signed.headers))
    if (!forbiddenHeaders.has(name.toLowerCase())) request.setRequestHeader(name, value)
}

type Response = { response: { statusCode: number; headers: Record<string, string>; body: Blob } }

const toResponse = (request: XMLHttpRequest): Response => {
  const body = request.response instanceof Blob ? request.response : new Blob()
  return { response: { statusCode: request.status, headers: parseHeaders(request), body } }
}

/**
 * Creates the handler that sends the SDK's requests by XMLHttpRequest, the only API that reports how much of
 * a body was sent. A request without a response rejects with an error whose name is a `NoResponse`.
 */
export const createXhrHandler = (
  newRequest = () => new XMLHttpRequest(),
  isRedirected = checkRedirect,
): S3RequestHandler => {
  const watchdog = createWatchdog()

  const send = (signed: SignedRequest, { abortSignal, onProgress }: HandlerOptions) =>
    new Promise<Response>((resolve, reject) => {
      if (abortSignal?.aborted) return reject(createNoResponseError('AbortError'))
      const request = newRequest()
      /** Why there is no response, if none arrives. */
      let reason: NoResponse = 'Unreachable'
      const abortBecause = (newReason: NoResponse) => {
        reason = newReason
        request.abort()
      }
      const watch = watchdog.watch(getRequestKind(signed), findPart(signed), () => abortBecause('Stalled'))
      const onAbort = () => abortBecause('AbortError')
      abortSignal?.addEventListener('abort', onAbort, { once: true })
      const rejectWithReason = () => {
        if (reason === 'AbortError' || reason === 'Stalled') return reject(createNoResponseError(reason))
        const [url = ''] = toUrl(signed).split('?')
        void isRedirected(url).then((hasRedirect) =>
          reject(createNoResponseError(hasRedirect ? 'Redirected' : reason)),
        )
        return undefined
      }
      const isBodyWatched = shouldWatchBody(signed.body)
      // Only the size of a Blob is known. A text is never treated as completely sent before `load`.
      const size = signed.body instanceof Blob ? signed.body.size : Infinity
      if (isBodyWatched) {
        request.upload.addEventListener('progress', ({ loaded }) => {
          watch.expectByte()
          // The event `load` may not follow if the response came first and CORS hides it.
          if (loaded >= size && reason === 'Unreachable') reason = 'Unanswered'
          onProgress?.(loaded)
        })
        request.upload.addEventListener('load', watch.expectResponse)
      }
      request.addEventListener('progress', watch.expectByte)
      request.addEventListener('loadend', () => {
        watch.end(request.status)
        abortSignal?.removeEventListener('abort', onAbort)
        // The status is 0 after a refused connection or an abort, or if CORS hides the response.
        if (request.status === 0) rejectWithReason()
        else resolve(toResponse(request))
      })
      openRequest(request, signed)
      if (isBodyWatched) watch.expectByte()
      else watch.expectResponse()
      request.send(signed.body)
    })

  return { handle: (request: SignedRequest, options) => send(request, toHandlerOptions(options)) }
}
