import type { RequestHandler } from '@smithy/types'
import { createWatchdog, type Kind } from './watchdog.ts'

/** What the SDK passes when a command has become a signed HTTP request. */
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

const isProgress = (value: unknown): value is (bytes: number) => void => typeof value === 'function'

const ourOptions = (options: { abortSignal?: unknown } = {}): HandlerOptions => ({
  ...(options.abortSignal instanceof AbortSignal && { abortSignal: options.abortSignal }),
  ...('onProgress' in options && isProgress(options.onProgress) && { onProgress: options.onProgress }),
})

export type NoResponse = 'AbortError' | 'Unreachable' | 'Unanswered' | 'Stalled' | 'Redirected'
const noResponse = (name: NoResponse): Error => Object.assign(new Error(name), { name })

/** Escapes as RFC 3986 requires, stricter than `encodeURIComponent`, like the signature. */
const escape = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)

const addressOf = ({ protocol, hostname, port, path, query }: SignedRequest): string => {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value ?? ''].flat().map((one) => `${escape(name)}=${escape(one)}`),
  )
  return `${protocol}//${hostname}${port ? `:${port}` : ''}${path}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}`
}

/** Characters from which a text, such as the list of many parts, takes a slow line some seconds. */
const longText = 50_000

/**
 * Whether to watch the progress of a body. The listener makes the browser send a CORS preflight, which a
 * file's bytes need in any case.
 */
const isLong = (body: SignedRequest['body']): boolean =>
  body instanceof Blob || (typeof body === 'string' && body.length > longText)

const kindOf = ({ method, query, headers, body }: SignedRequest): Kind => {
  if ((method === 'POST' && 'uploadId' in query) || 'x-amz-copy-source' in headers) return 'assembly'
  return isLong(body) ? 'part' : 'question'
}

/** ms for the response to the check whether the store redirects. */
const redirectTimeout = 5000

/**
 * Whether an address redirects. A browser follows a redirect by itself, with a signature that is invalid for
 * the other host, and hides the outcome.
 */
const redirects = async (address: string): Promise<boolean> => {
  const signal = AbortSignal.timeout(redirectTimeout)
  const options = { redirect: 'manual', cache: 'no-store', credentials: 'omit', signal } as const
  return fetch(address, options).then(
    ({ type }) => type === 'opaqueredirect',
    () => false,
  )
}

/** Headers that only the browser may set. */
const forbidden = new Set(['host', 'content-length', 'user-agent'])

const headersOf = (request: XMLHttpRequest): Record<string, string> =>
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

const prepare = (request: XMLHttpRequest, signed: SignedRequest) => {
  request.open(signed.method, addressOf(signed))
  request.responseType = 'blob'
  for (const [name, value] of Object.entries(signed.headers))
    if (!forbidden.has(name.toLowerCase())) request.setRequestHeader(name, value)
}

type Response = { response: { statusCode: number; headers: Record<string, string>; body: Blob } }

const responseOf = (request: XMLHttpRequest): Response => {
  const body = request.response instanceof Blob ? request.response : new Blob()
  return { response: { statusCode: request.status, headers: headersOf(request), body } }
}

/**
 * Sends the SDK's requests by XMLHttpRequest, the only API that reports how much of a body was sent. A
 * request without a response rejects with an error named `Unreachable`, `Unanswered` (the whole body was
 * sent), `Stalled`, `Redirected` or `AbortError`.
 */
export const createXhrHandler = (
  newRequest = () => new XMLHttpRequest(),
  isElsewhere = redirects,
): S3RequestHandler => {
  const watchdog = createWatchdog()

  const send = (signed: SignedRequest, { abortSignal, onProgress }: HandlerOptions) =>
    new Promise<Response>((resolve, reject) => {
      if (abortSignal?.aborted) return reject(noResponse('AbortError'))
      const request = newRequest()
      let reason: NoResponse = 'Unreachable'
      const abortBecause = (why: NoResponse) => () => {
        reason = why
        request.abort()
      }
      const watch = watchdog.watch(kindOf(signed), signed.body, abortBecause('Stalled'))
      const abort = abortBecause('AbortError')
      abortSignal?.addEventListener('abort', abort, { once: true })
      const watchesUpload = isLong(signed.body)
      const size = signed.body instanceof Blob ? signed.body.size : Infinity
      if (watchesUpload) {
        request.upload.addEventListener('progress', ({ loaded }) => {
          watch.expectByte()
          // The event `load` may not follow, if the response came first and CORS hides it.
          if (loaded >= size && reason === 'Unreachable') reason = 'Unanswered'
          onProgress?.(loaded)
        })
        request.upload.addEventListener('load', watch.expectResponse)
      }
      request.addEventListener('progress', watch.expectByte)
      request.addEventListener('loadend', () => {
        watch.end(request.status)
        abortSignal?.removeEventListener('abort', abort)
        // The status is 0 after a refused connection, an abort, or a response that CORS hides.
        if (request.status !== 0) return resolve(responseOf(request))
        if (reason === 'AbortError' || reason === 'Stalled') return reject(noResponse(reason))
        const [address = ''] = addressOf(signed).split('?')
        return void isElsewhere(address).then((is) => reject(noResponse(is ? 'Redirected' : reason)))
      })
      prepare(request, signed)
      if (watchesUpload) watch.expectByte()
      else watch.expectResponse()
      request.send(signed.body)
    })

  return { handle: (request: SignedRequest, options) => send(request, ourOptions(options)) }
}
