import type { CourseModule } from '../../config/courses.ts'
import type { Answer } from '../../contract/shapes.ts'
import type { CaptureFailure, Outbox } from '../../outbox/outbox.ts'

/** Keeps the answers to a module on this device, to be delivered; the failure is the message that explains it. */
export const saveAnswers = async (
  outbox: Pick<Outbox, 'add'>,
  { id, kind }: CourseModule,
  answers: Answer[],
): Promise<CaptureFailure['message'] | undefined> => {
  const kept =
    kind === 'video'
      ? await outbox.add('survey.answered.v1', { video_id: id, answers })
      : await outbox.add('extra-survey.answered.v1', { extra_module_id: id, answers })
  return kept.ok ? undefined : kept.error.message
}
