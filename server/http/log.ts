import { DrizzleQueryError } from 'drizzle-orm/errors'
import type { MiddlewareHandler } from 'hono'
import { headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import type { AppEnv } from './app-env.ts'

export const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const
export type LogLevel = (typeof logLevels)[number]

type Fields = Record<string, string | number | boolean | undefined>

/** The log of the server. Callers must not pass email addresses, tokens, bodies or query strings. */
export type Log = {
  info: (message: string, fields?: Fields) => void
  warn: (message: string, fields?: Fields) => void
  error: (message: string, thrown: unknown, fields?: Fields) => void
  /**
   * A warning that is written at every log level, because a restore needs its line to repeat the change.
   */
  record: (message: string, fields: Fields) => void
}

export type LogOptions = {
  level: LogLevel
  write: (line: string) => void
  /** Called for every line, even below the level. */
  onLine?: (level: LogLevel) => void
  now: () => Date
}

/** Returns the frames of a stack. Skips the message, because it may contain lines that look like frames. */
const extractFrames = ({ stack = '', message }: Error) => {
  // If the stack does not contain the message, it is unknown where the frames begin.
  const start = stack.indexOf(message)
  if (start < 0) return ''
  return stack
    .slice(start + message.length)
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n')
}

const findCode = (error: Error) =>
  'code' in error && typeof error.code === 'string' ? error.code : undefined

/**
 * Returns the fields of an error that may be logged. Leaves out the message of a failed query, which contains
 * its parameters, and quoted texts in messages, where PostgreSQL puts values.
 */
export const describeError = (thrown: unknown): Fields => {
  if (!(thrown instanceof Error)) return { error: 'thrown', reason: typeof thrown }
  if (thrown instanceof DrizzleQueryError) {
    const cause = thrown.cause ?? thrown
    return { error: cause.name, code: findCode(cause), query: thrown.query, stack: extractFrames(thrown) }
  }
  const reason = thrown.message.replaceAll(/"[^"]*"/g, '"…"').slice(0, 500)
  return { error: thrown.name, code: findCode(thrown), reason, stack: extractFrames(thrown) }
}

/** Creates a log of JSON lines that leaves out lines below the level, except those of `record`. */
export const createLog = ({ level, write, onLine, now }: LogOptions): Log => {
  const levelIndex = logLevels.indexOf(level)
  const append = (lineLevel: LogLevel, message: string, fields: Fields) =>
    write(`${JSON.stringify({ time: now().toISOString(), level: lineLevel, message, ...fields })}\n`)
  const log = (lineLevel: LogLevel, message: string, fields: Fields = {}) => {
    onLine?.(lineLevel)
    if (logLevels.indexOf(lineLevel) >= levelIndex) append(lineLevel, message, fields)
  }
  return {
    info: (message, fields) => log('info', message, fields),
    warn: (message, fields) => log('warn', message, fields),
    error: (message, thrown, fields) => log('error', message, { ...fields, ...describeError(thrown) }),
    record: (message, fields) => {
      onLine?.('warn')
      append('warn', message, fields)
    },
  }
}

/** `now` is in ms. */
type RequestLogOptions = { log: Log; newId: () => string; now: () => number }

/** A caller's own id is used only if it cannot break a log line or inject text into it. */
const requestIdPattern = /^[\w-]{8,64}$/

/** Assigns each request an id, returns it in a header, and logs one line when the request is done. */
export const logRequests =
  ({ log, newId, now }: RequestLogOptions): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const startedAt = now()
    const callerId = http.req.header(headers.requestId)
    const requestId = callerId !== undefined && requestIdPattern.test(callerId) ? callerId : newId()
    http.set('requestId', requestId)
    await next()
    http.res.headers.set(headers.requestId, requestId)
    log.info('request', {
      method: http.req.method,
      route: http.get('route') ?? 'none',
      status: http.res.status,
      ms: Math.round(now() - startedAt),
      requestId,
      traceId: http.get('traceId'),
      customer: http.get('session')?.customer,
      refused: http.get('errorCode'),
    })
  }
