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
  const { done, total, begun } = getCourseProgress(course, progress)
  const isComplete = done === total
  const picture = course.modules[0]?.thumbnail
  const title = getCourseTitle(course, texts, t)
  return (
    <Card className={styles.card}>
      <div className={styles.top}>
        <div className={styles.frame}>
          <img className={styles.picture} src={picture} alt="" width="320" height="320" loading="lazy" />
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
          {!begun && <p className={styles.length}>{t('courses.length', { hours: course.hours })}</p>}
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
