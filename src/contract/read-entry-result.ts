import * as v from 'valibot'
import { fail, ok, type Result } from '../lib/result.ts'
import { failureOf, type ApiFailure } from './api-failure.ts'
import { productApi, type OutboxCall, type ResponseOf } from './product-api.ts'
import type { EntryResult } from './product-api/delivery-api.ts'

/** The result of an entry from a batch, in the form of the entry's own call. */
export const readEntryResult = <N extends OutboxCall>(
  call: N,
  { status, body }: EntryResult,
): Result<ResponseOf<N>, ApiFailure> => {
  if (status !== 200) return fail(failureOf(status, body))
  const { response: schema } = productApi[call]
  const parsed = v.safeParse<v.GenericSchema<unknown, ResponseOf<N>>>(schema, body)
  return parsed.success ? ok(parsed.output) : fail({ code: 'foreign-answer', status })
}
