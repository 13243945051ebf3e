import type { ReactNode } from 'react'
import { courses, type Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { findContinuation, findLongestUnvisited } from '../../learning/continuation.ts'
import { getCourseProgress, type Progress, type ProgressState } from '../../learning/progress.ts'
import type { SavedPositions } from '../../learning/saved-position.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Page } from '../../ui/layout/page.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { CertificatePicture } from '../../ui/pictures/illustration.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import cardStyles from './continue-card.module.css'
import { ContinueCard } from './continue-card.tsx'
import { CourseCard } from './course-card.tsx'
import { getCourseTitle } from './course-title.ts'
import styles from './courses.module.css'

export type CoursesScreenProps = {
  firstName: string
  texts: CourseCatalogue
  progress: Progress
  progressState: ProgressState
  /** Where the coach stopped in each module. */
  savedPositions: SavedPositions
  /**
   * The text of the link to the certificate of each course, by the id of the course. Undefined if the coach
   * can do nothing there yet.
   */
  certificates: ReadonlyMap<Course['id'], MessageId | undefined>
  /** The favourite drills of the coach, with a link to all drills. */
  drills: ReactNode
  /** Shown below the courses. */
  children?: ReactNode
}

/**
 * Chooses the greeting for a coach who has started no course, is in the middle of one, or has completed every
 * course that they started. In the last case, `next` is a course that they have not started, if that is known.
 */
export const chooseGreeting = (
  progress: Progress,
  progressState: ProgressState,
): { message: MessageId; next?: Course } => {
  const courseRows = courses.map((course) => ({ course, ...getCourseProgress(course, progress) }))
  const startedCourses = courseRows.filter(({ isStarted }) => isStarted)
  // While the server's progress is not known, the coach may have started on another device.
  if (startedCourses.length === 0)
    return { message: progressState === 'known' ? 'courses.welcome' : 'courses.hello' }
  if (startedCourses.some(({ done, total }) => done < total)) return { message: 'courses.welcomeBack' }
  const next = progressState === 'known' ? courseRows.find(({ isStarted }) => !isStarted)?.course : undefined
  return next ? { message: 'courses.welcomeNext', next } : { message: 'courses.welcomeDone' }
}

/** For a coach who has completed everything: links to a certificate and to the module to look at again. */
const AllCompleteCard = ({
  texts,
  savedPositions,
  certificates,
}: Pick<CoursesScreenProps, 'texts' | 'savedPositions' | 'certificates'>) => {
  const t = useTranslate()
  // A certificate that can be requested comes before one that is already issued.
  const coursesWithAction = courses.filter(({ id }) => certificates.get(id) !== undefined)
  const certifiedCourse =
    coursesWithAction.find(({ id }) => certificates.get(id) === 'courses.requestCertificate') ??
    coursesWithAction[0]
  const action = certifiedCourse && certificates.get(certifiedCourse.id)
  const { course, module } = findLongestUnvisited(savedPositions)
  const title = texts[course.id]?.modules[module.id]?.title ?? module.id
  return (
    <section className={classNames(cardStyles.card, cardStyles.complete)} aria-labelledby="all-complete">
      <div className={cardStyles.rosette}>
        <CertificatePicture />
      </div>
      <h2 id="all-complete" className={cardStyles.title}>
        {t('courses.allComplete')}
      </h2>
      <div className={cardStyles.actions}>
        {certifiedCourse && action && (
          <LocaleLink
            viewTransition
            to={`${t(certifiedCourse.slug)}/certificate`}
            className={buttonClass('primary', cardStyles.action)}
          >
            <span>{t(action)}</span>{' '}
            <VisuallyHidden>{getCourseTitle(certifiedCourse, texts[certifiedCourse.id], t)}</VisuallyHidden>
          </LocaleLink>
        )}
        <LocaleLink
          viewTransition
          to={`${t(course.slug)}/${module.id}`}
          search={{ step: 'understand' }}
          className={buttonClass('quiet', cardStyles.second)}
        >
          {t('courses.refresh', { title })}
        </LocaleLink>
      </div>
    </section>
  )
}

/** The page after sign-in: the module to continue with, favourite drills, and the courses with their progress. */
export const CoursesScreen = ({
  firstName,
  texts,
  progress,
  progressState,
  savedPositions,
  certificates,
  drills,
  children,
}: CoursesScreenProps) => {
  const t = useTranslate()
  const { message, next } = chooseGreeting(progress, progressState)
  const greeting = t(message, {
    name: firstName,
    course: next ? getCourseTitle(next, texts[next.id], t) : '',
  })
  const continuation = findContinuation(progress, savedPositions)
  return (
    <Page title={t('courses.title')} intro={greeting} wide isCompact>
      <div className={styles.parts}>
        {continuation ? (
          <ContinueCard
            {...continuation}
            texts={texts[continuation.course.id]}
            progress={progress}
            progressState={progressState}
            savedPositions={savedPositions}
          />
        ) : (
          <AllCompleteCard texts={texts} savedPositions={savedPositions} certificates={certificates} />
        )}
        {drills}
        <ul className={styles.courses}>
          {courses.map((course) => (
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
        {children}
      </div>
    </Page>
  )
}
