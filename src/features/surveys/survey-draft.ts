import * as v from 'valibot'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { createStoredValue, type StoredValue } from '../../platform/storage/stored-value.ts'
import type { AnswerValues } from './answer-values.ts'

const values = v.record(v.string(), v.union([v.string(), v.array(v.string())]))

/** The draft of one survey of one customer, stored as it is typed: nobody else on this device sees it. */
export const createSurveyDraft = (
  drafts: KeyValues,
  customer: string,
  module: string,
): StoredValue<AnswerValues> => {
  const key = `${customer}/${module}`
  return {
    ...createStoredValue(drafts, key, values),
    // The form says when it could not be stored.
    write: (draft) => drafts.write(key, draft),
  }
}
