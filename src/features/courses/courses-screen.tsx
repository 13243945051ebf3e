import type { ReactNode } from 'react'
import { courses, type Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Page } from '../../ui/layout/page.tsx'
import { CourseCard, courseTitle, FinishedCourse } from './course-card.tsx'
import styles from './courses.module.css'
import { courseProgress, type Progress, type ProgressState } from '../../learning/progress.ts'

export type CoursesScreenProps = {
  firstName: string
  texts: CourseCatalogue
  progress: Progress
  progressState: ProgressState
  /** The action for the certificate of a course, by the id of the course. */
  certificates: ReadonlyMap<Course['id'], MessageId | undefined>
  /** Below the courses. */
  children?: ReactNode
}

/**
 * The greeting for a coach who has not started, is in the middle of a course, or has finished every course
 * that they began. In the last case, `next` is a course that they have not begun, if that is known.
 */
export const greetingFor = (
  progress: Progress,
  progressState: ProgressState,
): { message: MessageId; next?: Course } => {
  const all = courses.map((course) => ({ course, own: courseProgress(course, progress) }))
  const begun = all.filter(({ own }) => own.begun)
  if (begun.length === 0) return { message: 'courses.welcome' }
  if (begun.some(({ own }) => own.done < own.total)) return { message: 'courses.welcomeBack' }
  const next = progressState === 'known' ? all.find(({ own }) => !own.begun) : undefined
  return next ? { message: 'courses.welcomeNext', next: next.course } : { message: 'courses.welcomeDone' }
}

/** Finished courses are small below unfinished ones. If all courses are finished, each has its card again. */
const bySize = (progress: Progress): { large: readonly Course[]; small: readonly Course[] } => {
  const isFinished = (course: Course) => {
    const { done, total } = courseProgress(course, progress)
    return done === total
  }
  const large = courses.filter((course) => !isFinished(course))
  return large.length > 0 ? { large, small: courses.filter(isFinished) } : { large: courses, small: [] }
}

/** The page after signing in: the courses and their progress. */
export const CoursesScreen = ({
  firstName,
  texts,
  progress,
  progressState,
  certificates,
  children,
}: CoursesScreenProps) => {
  const t = useTranslate()
  const { message, next } = greetingFor(progress, progressState)
  const greeting = t(message, {
    name: firstName,
    course: next ? courseTitle(next, texts[next.id], t) : '',
  })
  const { large, small } = bySize(progress)
  const given = ({ id }: Course) => ({ texts: texts[id], certificate: certificates.get(id) })
  return (
    <Page title={t('courses.title')} intro={greeting} wide>
      <ul className={styles.courses}>
        {large.map((course) => (
          <li key={course.id}>
            <CourseCard {...{ course, progress, progressState }} {...given(course)} />
          </li>
        ))}
      </ul>
      {small.length > 0 && (
        <ul className={styles.finished}>
          {small.map((course) => (
            <li key={course.id}>
              <FinishedCourse course={course} {...given(course)} />
            </li>
          ))}
        </ul>
      )}
      {children}
    </Page>
  )
}
