/** What a function returns where its caller must choose: success with a value, or failure as data. */
export type Result<T, E> = { ok: true; value: T } | { ok: false; error: E }

/** A success. */
export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value })

/** A failure. */
export const fail = <E>(error: E): { ok: false; error: E } => ({ ok: false, error })

/** The value of a success; throws the code of a failure, for callers that learn of one by an exception, as queries do. */
export const valueOf = <T>(result: Result<T, { code: string }>): T => {
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}
