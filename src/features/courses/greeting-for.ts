import { courses, type Course } from '../../config/courses.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { courseProgress, type Progress } from '../../learning/progress.ts'

/**
 * The words for a coach who has yet to start, is on the way through a course, or has finished what they began; and the
 * course that is `next` for who has finished one and not begun it.
 */
export const greetingFor = (progress: Progress): { message: MessageId; next?: Course } => {
  const all = courses.map((course) => ({ course, own: courseProgress(course, progress) }))
  const begun = all.filter(({ own }) => own.begun)
  if (begun.length === 0) return { message: 'courses.welcome' }
  if (begun.some(({ own }) => own.done < own.total)) return { message: 'courses.welcomeBack' }
  const next = all.find(({ own }) => !own.begun)
  return next ? { message: 'courses.welcomeNext', next: next.course } : { message: 'courses.welcomeDone' }
}
