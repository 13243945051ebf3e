import { DrizzleQueryError } from 'drizzle-orm/errors'
import { StartFailure } from '../../../node/start-failure.ts'

/**
 * Codes of what passes by itself or by the operator's work at the database, not here. A name that is not found is among them:
 * a container that is not running has none, and neither has a host while its network starts.
 */
const away: ReadonlySet<string> = new Set(
  [
    // of the operating system
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN ENETUNREACH ENOTFOUND EAI_AGAIN',
    // of PostgreSQL: the connection is lost
    '08000 08001 08003 08006',
    // it stops, has crashed, or is starting
    '57P01 57P02 57P03',
    // it is short of memory, space or connections
    '53000 53100 53200 53300 53400',
    // a standby that has not taken over yet
    '25006',
    // a migration waits for a table that somebody uses
    '55P03',
  ].flatMap((codes) => codes.split(' ')),
)

/** What `pg` says without a code. */
const lost =
  /^(?:Connection terminated|timeout expired$|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|The database has fallen silent)/

/** PostgreSQL's own error. Drizzle wraps it with the statement and its parameters. */
export const databaseError = (error: unknown): unknown =>
  error instanceof DrizzleQueryError || error instanceof StartFailure
    ? databaseError(error.cause ?? error.message)
    : error

/**
 * Why the database cannot be used at the moment; undefined where another try would not help: a wrong password, a missing
 * right, a database that does not exist, a certificate that is not believed, or a statement that is wrong.
 */
export const awayReason = (thrown: unknown): string | undefined => {
  const error = databaseError(thrown)
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  if (code === undefined) return lost.test(error.message) ? error.message : undefined
  return away.has(code) ? `${error.message.replaceAll(/"[^"]*"/g, '"…"')} (${code})` : undefined
}
