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
 * The greeting for a coach who has begun no course, is in the middle of one, or has completed every course
 * that they began. In the last case, `next` is a course that they have not begun, if that is known.
 */
export const greetingFor = (
  progress: Progress,
  progressState: ProgressState,
): { message: MessageId; next?: Course } => {
  const rows = courses.map((course) => ({ course, ...courseProgress(course, progress) }))
  const begunRows = rows.filter(({ begun }) => begun)
  if (begunRows.length === 0) return { message: 'courses.welcome' }
  if (begunRows.some(({ done, total }) => done < total)) return { message: 'courses.welcomeBack' }
  const next = progressState === 'known' ? rows.find(({ begun }) => !begun)?.course : undefined
  return next ? { message: 'courses.welcomeNext', next } : { message: 'courses.welcomeDone' }
}

/** Complete courses have small cards below the others. If all courses are complete, all cards are large. */
const splitBySize = (progress: Progress): { large: readonly Course[]; small: readonly Course[] } => {
  const isComplete = (course: Course) => {
    const { done, total } = courseProgress(course, progress)
    return done === total
  }
  const large = courses.filter((course) => !isComplete(course))
  return large.length > 0 ? { large, small: courses.filter(isComplete) } : { large: courses, small: [] }
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
  const { large, small } = splitBySize(progress)
  return (
    <Page title={t('courses.title')} intro={greeting} wide>
      <ul className={styles.courses}>
        {large.map((course) => (
          <li key={course.id}>
            <CourseCard
              course={course}
              texts={texts[course.id]}
              progress={progress}
              progressState={progressState}
              certificate={certificates.get(course.id)}
            />
          </li>
        ))}
      </ul>
      {small.length > 0 && (
        <ul className={styles.finished}>
          {small.map((course) => (
            <li key={course.id}>
              <FinishedCourse
                course={course}
                texts={texts[course.id]}
                certificate={certificates.get(course.id)}
              />
            </li>
          ))}
        </ul>
      )}
      {children}
    </Page>
  )
}
