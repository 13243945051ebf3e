import * as v from 'valibot'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { Answer } from '../../contract/shapes.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { events } from '../../outbox/events/events.ts'

/** Answers that were given before, and where they are. */
export type StoredAnswers =
  | { is: 'waiting' | 'needs-you'; answers: readonly Answer[] }
  | { is: 'answered'; answers: readonly Answer[]; answeredAt: string | null }

const answersIn = ({ name, payload }: Entry, module: string): readonly Answer[] | undefined => {
  if (name === 'survey.answered.v1') {
    const video = v.safeParse(events[name].payload, payload)
    return video.success && video.output.video_id === module ? video.output.answers : undefined
  }
  if (name === 'extra-survey.answered.v1') {
    const extra = v.safeParse(events[name].payload, payload)
    return extra.success && extra.output.extra_module_id === module ? extra.output.answers : undefined
  }
  return undefined
}

/** The newest answers to a survey: those that this device still holds before those that the server has. */
export const storedAnswers = (
  module: string,
  entries: readonly Entry[],
  delivered: ResponseOf<'getAnswers'> | undefined,
): StoredAnswers | undefined => {
  for (const entry of entries.toReversed()) {
    const answers = answersIn(entry, module)
    if (answers) return { is: entry.state.is, answers }
  }
  if (!delivered?.answers) return undefined
  return { is: 'answered', answers: delivered.answers, answeredAt: delivered.answered_at }
}
