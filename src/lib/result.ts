/** The return type of functions whose callers must handle failures: a value, or an error as data. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E }

export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

export const fail = <E>(error: E): { ok: false; error: E } => ({ ok: false, error })

/**
 * Returns the value of a success. Throws the code of a failure, for callers that expect errors, like queries.
 */
export const valueOrThrow = <T>(result: Result<T, { code: string }>): T => {
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}
