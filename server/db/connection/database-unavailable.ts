import { DrizzleQueryError } from 'drizzle-orm/errors'
import { OperatorError } from '../../../node/operator-error.ts'

/**
 * Codes of failures that need no change to this server. They pass, or the operator repairs the database. A
 * host name that does not resolve is included. The name of a stopped container does not resolve, and no name
 * resolves while a machine's network starts.
 */
const unavailableCodes: ReadonlySet<string> = new Set(
  [
    // Operating system.
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENOTFOUND EAI_AGAIN',
    // PostgreSQL: the connection is lost.
    '08000 08001 08003 08006',
    // PostgreSQL stops, has crashed or is starting.
    '57P01 57P02 57P03',
    // PostgreSQL has no memory, space or connections left.
    '53000 53100 53200 53300 53400',
    // A standby that has not taken over yet.
    '25006',
    // A migration waits for a table that is in use.
    '55P03',
  ].flatMap((codes) => codes.split(' ')),
)

/** Messages of `pg` for errors without a code, and that of `open-postgres.ts` for a silent connection. */
const lostConnectionMessage =
  /^(?:Connection terminated|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|The database does not respond)/

/**
 * Returns the original error. Drizzle wraps PostgreSQL's error together with the statement and its
 * parameters, and a failed start wraps it in an `OperatorError`. Without a cause, returns the message.
 */
export const unwrapDatabaseError = (error: unknown): unknown =>
  error instanceof DrizzleQueryError || error instanceof OperatorError
    ? unwrapDatabaseError(error.cause ?? error.message)
    : error

/**
 * Returns why the database is unavailable at the moment, or undefined if a retry would not help: a wrong
 * password, a missing right, a database that does not exist, an untrusted certificate or a wrong statement.
 */
export const getUnavailableReason = (thrown: unknown): string | undefined => {
  const error = unwrapDatabaseError(thrown)
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) return lostConnectionMessage.test(error.message) ? error.message : undefined
  // PostgreSQL's messages quote values, which must not be logged.
  return unavailableCodes.has(code) ? `${error.message.replaceAll(/"[^"]*"/g, '"…"')} (${code})` : undefined
}
