import { ok, type Result } from '../lib/result.ts'
import type { PersonFailure } from './person.ts'

type Asked<T> = Promise<Result<T, PersonFailure>>

/** Two answers that are asked for together, as one; either's failure is the failure of both. */
export const both = async <A extends object, B extends object>(
  one: Asked<A>,
  other: Asked<B>,
): Asked<A & B> => {
  const [first, second] = await Promise.all([one, other])
  if (!first.ok) return first
  return second.ok ? ok({ ...first.value, ...second.value }) : second
}
