import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass, type ButtonVariant } from '../../ui/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { CourseMeter } from './course-meter.tsx'
import { classNames } from '../../ui/class-names.ts'
import prose from '../../ui/layout/prose.module.css'
import styles from './course-card.module.css'
import { courseProgress, type Progress, type ProgressState } from '../../learning/progress.ts'
import type { Translate } from '../../i18n/translate.ts'
import badge from './module-badge.module.css'

type Props = {
  course: Course
  texts: CourseCatalogue[string] | undefined
  /** The action for its certificate, which comes first once the course is complete. */
  certificate: MessageId | undefined
}

/** The poster of the first film. */
const findPoster = ({ modules }: Course): string | undefined =>
  modules.flatMap((module) => (module.kind === 'video' ? [module.video.poster] : []))[0]

/** The title of a course; without its texts, the title that the footer's link to it has. */
export const courseTitle = (
  { slug }: Course,
  texts: CourseCatalogue[string] | undefined,
  t: Translate,
): string => texts?.title ?? t(slug === 'courseSlug' ? 'footer.course' : 'footer.footballCourse')

/** A link styled as a button. It names the course for people who do not see the card around it. */
const CourseLink = ({
  to,
  label,
  title,
  variant,
}: {
  to: string
  label: MessageId
  title: string
  variant: ButtonVariant
}) => {
  const t = useTranslate()
  return (
    <LocaleLink viewTransition to={to} className={buttonClass(variant)}>
      <span>{t(label)}</span> <VisuallyHidden>{title}</VisuallyHidden>
    </LocaleLink>
  )
}

/**
 * The text of the link to a course. It says "start" only if the whole progress is known: the coach may have
 * started on another device.
 */
const actionFor = (course: Course, progress: Progress, progressState: ProgressState): MessageId => {
  const { done, total, begun } = courseProgress(course, progress)
  if (done === total) return 'courses.lookAgain'
  if (begun) return 'courses.goOn'
  return progressState === 'known' ? 'courses.start' : 'courses.open'
}

/** One course on the home of the courses. */
export const CourseCard = ({
  course,
  texts,
  progress,
  progressState,
  certificate,
}: Props & { progress: Progress; progressState: ProgressState }) => {
  const t = useTranslate()
  const { done, total } = courseProgress(course, progress)
  const certificateAction = done === total ? certificate : undefined
  const title = courseTitle(course, texts, t)
  return (
    <Card className={classNames(styles.card, prose.prose)}>
      <img className={styles.poster} src={findPoster(course)} alt="" width="640" height="360" />
      <h2>{title}</h2>
      <p className={styles.length}>{t('courses.length', { hours: course.hours })}</p>
      <p className={styles.summary}>{texts?.summary}</p>
      <CourseMeter course={course} progress={progress} progressState={progressState} />
      <ButtonRow>
        {certificateAction && (
          <CourseLink
            to={`${t(course.slug)}/certificate`}
            label={certificateAction}
            title={title}
            variant="primary"
          />
        )}
        <CourseLink
          to={t(course.slug)}
          label={actionFor(course, progress, progressState)}
          title={title}
          variant={certificateAction ? 'secondary' : 'primary'}
        />
      </ButtonRow>
    </Card>
  )
}

/** A finished course below an unfinished one: its title, that it is complete, and its certificate. */
export const FinishedCourse = ({ course, texts, certificate }: Props) => {
  const t = useTranslate()
  const title = courseTitle(course, texts, t)
  return (
    <Card className={styles.course}>
      <h2 className={styles.title}>
        <LocaleLink viewTransition to={t(course.slug)} className={styles.link}>
          {title}
        </LocaleLink>
      </h2>
      <span className={classNames(badge.badge, badge.complete)}>{t('courses.stateComplete')}</span>
      {certificate && (
        <LocaleLink viewTransition to={`${t(course.slug)}/certificate`} className={styles.link}>
          <span>{t(certificate)}</span> <VisuallyHidden>{title}</VisuallyHidden>
        </LocaleLink>
      )}
    </Card>
  )
}
