import type { PoolClient } from 'pg'

/** Called when a statement ends. */
export type OnStatement = (statement: { seconds: number; outcome: 'done' | 'failed' }) => void

/** Called when a statement starts. The returned function is called when it ends. */
export type TraceStatement = (sql: string) => (outcome: 'done' | 'failed') => void

type Callback = (error: unknown, result: unknown) => void
const isCallback = (value: unknown): value is Callback => typeof value === 'function'

/** Returns the SQL of a query, without the values of its placeholders. */
const findSql = (query: unknown): string => {
  if (typeof query === 'string') return query
  const isConfig = typeof query === 'object' && query !== null && 'text' in query
  return isConfig && typeof query.text === 'string' ? query.text : ''
}

/**
 * Measures the time of each statement of a connection. The pool passes a callback for a single statement; a
 * caller that holds the connection for a transaction awaits a promise.
 */
export const timeStatements = (
  client: PoolClient,
  onStatement: OnStatement,
  traceStatement?: TraceStatement,
): PoolClient => {
  const runQuery: (...args: unknown[]) => unknown = client.query.bind(client)
  const query = (...args: unknown[]): unknown => {
    const startedAt = performance.now()
    const endTrace = traceStatement?.(findSql(args[0]))
    const onEnd = (outcome: 'done' | 'failed') => {
      onStatement({ seconds: (performance.now() - startedAt) / 1000, outcome })
      endTrace?.(outcome)
    }
    const callback = args.at(-1)
    if (isCallback(callback)) {
      return runQuery(...args.slice(0, -1), (error: unknown, result: unknown) => {
        onEnd(error ? 'failed' : 'done')
        callback(error, result)
      })
    }
    const resultPromise = runQuery(...args)
    if (resultPromise instanceof Promise) {
      resultPromise.then(
        () => onEnd('done'),
        () => onEnd('failed'),
      )
    }
    return resultPromise
  }
  return Object.assign(client, { query })
}
