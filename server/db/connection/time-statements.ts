import type { PoolClient } from 'pg'

/** Told of each statement when it has ended. */
export type OnStatement = (statement: { seconds: number; outcome: 'done' | 'failed' }) => void

/** Told of each statement as it begins; what it returns is called at the end. */
export type TraceStatement = (sql: string) => (outcome: 'done' | 'failed') => void

type Callback = (error: unknown, result: unknown) => void
const isCallback = (value: unknown): value is Callback => typeof value === 'function'

/** Without the values of its placeholders. */
const sqlOf = (query: unknown): string => {
  if (typeof query === 'string') return query
  const isConfig = typeof query === 'object' && query !== null && 'text' in query
  return isConfig && typeof query.text === 'string' ? query.text : ''
}

/**
 * Has the time measured of each statement of a connection. The pool gives a callback where it sends a single statement, and
 * whoever has the connection for a transaction awaits a promise.
 */
export const timeStatements = (
  client: PoolClient,
  onStatement: OnStatement,
  traceStatement?: TraceStatement,
): PoolClient => {
  const send: (...args: unknown[]) => unknown = client.query.bind(client)
  const query = (...args: unknown[]): unknown => {
    const began = performance.now()
    const endTrace = traceStatement?.(sqlOf(args[0]))
    const ended = (outcome: 'done' | 'failed') => {
      onStatement({ seconds: (performance.now() - began) / 1000, outcome })
      endTrace?.(outcome)
    }
    const callback = args.at(-1)
    if (isCallback(callback)) {
      return send(...args.slice(0, -1), (error: unknown, result: unknown) => {
        ended(error ? 'failed' : 'done')
        callback(error, result)
      })
    }
    const sent = send(...args)
    if (sent instanceof Promise)
      sent.then(
        () => ended('done'),
        () => ended('failed'),
      )
    return sent
  }
  return Object.assign(client, { query })
}
