import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { getCourseProgress, type Progress, type ProgressState } from '../../learning/progress.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { medalOutline } from '../../ui/pictures/medal-outline.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './course-card.module.css'
import { CourseMeter } from './course-meter.tsx'
import { getCourseTitle } from './course-title.ts'

/**
 * The emblem of each course: a circle of people, and a field. Not the picture of a module, which the card above
 * the courses may show too.
 */
const emblems: Record<Course['id'], string> = {
  training:
    'M10.3 4.2a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0M17.1 8.1a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0M17.1 15.9a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0M10.3 19.8a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0M3.5 15.9a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0M3.5 8.1a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0M11 12a1 1 0 1 0 2 0a1 1 0 1 0-2 0',
  football:
    'M2.5 5.5h19v13h-19zM12 5.5v13M12 9.4a2.6 2.6 0 1 0 0 5.2 2.6 2.6 0 0 0 0-5.2zM2.5 9.5h3v5h-3M21.5 9.5h-3v5h3',
}

/** The card of a course. The whole card links to the course; once completed, also to its certificate. */
export const CourseCard = ({
  course,
  texts,
  progress,
  progressState,
  certificate,
}: {
  course: Course
  texts: CourseCatalogue[string] | undefined
  progress: Progress
  progressState: ProgressState
  /** The text of the link to the course's certificate, or undefined if the coach can do nothing there yet. */
  certificate: MessageId | undefined
}) => {
  const t = useTranslate()
  const { done, total, isStarted } = getCourseProgress(course, progress)
  const isComplete = done === total
  const title = getCourseTitle(course, texts, t)
  return (
    <Card className={styles.card}>
      <div className={styles.top}>
        <div className={styles.frame}>
          <svg viewBox="0 0 24 24" className={styles.emblem} aria-hidden="true">
            <path d={emblems[course.id]} />
          </svg>
          {isComplete && (
            <svg viewBox="0 0 24 24" className={styles.medal} aria-hidden="true">
              {medalOutline}
            </svg>
          )}
        </div>
        <div className={styles.names}>
          <h2 className={styles.title}>
            <LocaleLink viewTransition to={t(course.slug)} className={styles.cardLink}>
              {title}
            </LocaleLink>
          </h2>
          {isComplete && <p className={styles.complete}>{t('courses.complete')}</p>}
          {!isStarted && <p className={styles.length}>{t('courses.length', { hours: course.hours })}</p>}
        </div>
      </div>
      <CourseMeter course={course} progress={progress} progressState={progressState} />
      {isComplete && (
        <p className={styles.links}>
          {certificate && (
            <LocaleLink
              viewTransition
              to={`${t(course.slug)}/certificate`}
              className={buttonClass('secondary')}
            >
              <span>{t(certificate)}</span> <VisuallyHidden>{title}</VisuallyHidden>
            </LocaleLink>
          )}
          <LocaleLink viewTransition to={t(course.slug)} className={styles.link}>
            <span>{t('courses.lookAgain')}</span> <VisuallyHidden>{title}</VisuallyHidden>
          </LocaleLink>
        </p>
      )}
    </Card>
  )
}
