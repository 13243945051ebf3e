import { courses, type Course } from '../../config/courses.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { courseProgress, type Progress } from '../../learning/progress.ts'

/**
 * The greeting for a coach who has not started, is in the middle of a course, or has finished every course
 * that they began. In the last case, `next` is a course that they have not begun.
 */
export const greetingFor = (progress: Progress): { message: MessageId; next?: Course } => {
  const all = courses.map((course) => ({ course, own: courseProgress(course, progress) }))
  const begun = all.filter(({ own }) => own.begun)
  if (begun.length === 0) return { message: 'courses.welcome' }
  if (begun.some(({ own }) => own.done < own.total)) return { message: 'courses.welcomeBack' }
  const next = all.find(({ own }) => !own.begun)
  return next ? { message: 'courses.welcomeNext', next: next.course } : { message: 'courses.welcomeDone' }
}
