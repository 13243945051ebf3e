import * as v from 'valibot'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import type { AnswerValues } from './answer-values.ts'

/** What a coach has begun to answer, kept on the device as it is typed. */
export type SurveyDraft = {
  read: () => Promise<AnswerValues | undefined>
  write: (values: AnswerValues) => Promise<void>
  discard: () => Promise<void>
}

const values = v.record(v.string(), v.union([v.string(), v.array(v.string())]))

/** The draft of one survey of one customer: nobody else on this device sees it. */
export const createSurveyDraft = (drafts: KeyValues, customer: string, module: string): SurveyDraft => {
  const key = `${customer}/${module}`
  return {
    read: async () => {
      const stored = v.safeParse(values, await drafts.read(key).catch(() => undefined))
      return stored.success ? stored.output : undefined
    },
    write: (draft) => drafts.write(key, draft),
    // Left behind, it is offered once more: no reason to say that the answers were not saved.
    discard: () => drafts.remove(key).catch(() => undefined),
  }
}
