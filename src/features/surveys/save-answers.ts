import type { CourseModule } from '../../config/courses.ts'
import type { Answer } from '../../contract/shapes.ts'
import { surveyLane } from '../../outbox/events/lanes.ts'
import type { CaptureFailure, Outbox } from '../../outbox/outbox.ts'

/**
 * Adds the answers to a module to the outbox. Returns the message of a failure. Answers that the server
 * refused are replaced: they would block the new answers indefinitely.
 */
export const saveAnswers = async (
  outbox: Pick<Outbox, 'add' | 'replace' | 'snapshot'>,
  { id, kind }: CourseModule,
  answers: Answer[],
): Promise<CaptureFailure['message'] | undefined> => {
  const refused = outbox
    .snapshot()
    .entries.find((entry) => entry.state.is === 'needs-you' && entry.lane === surveyLane(id))
  const add: Outbox['add'] = (name, payload) =>
    refused ? outbox.replace(refused.key, name, payload) : outbox.add(name, payload)
  const added =
    kind === 'video'
      ? await add('survey.answered.v2', { video_id: id, answers })
      : await add('extra-survey.answered.v2', { extra_module_id: id, answers })
  return added.ok ? undefined : added.error.message
}
