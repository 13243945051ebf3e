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
import { courseTitle } from './course-title.ts'
import { classNames } from '../../ui/class-names.ts'
import prose from '../../ui/layout/prose.module.css'
import styles from './course-card.module.css'
import { courseProgress, type Progress } from '../../learning/progress.ts'

const posterOf = ({ modules }: Course): string | undefined =>
  modules.flatMap((module) => (module.kind === 'video' ? [module.video.poster] : []))[0]

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
}) => (
  <LocaleLink viewTransition to={to} className={buttonClass(variant)}>
    <span>{useTranslate()(label)}</span> <VisuallyHidden>{title}</VisuallyHidden>
  </LocaleLink>
)

/** One course on the home of the courses. */
export const CourseCard = ({
  course,
  texts,
  progress,
  certificate,
}: {
  course: Course
  texts: CourseCatalogue[string] | undefined
  progress: Progress
  /** The action for its certificate, which comes first once the course is finished. */
  certificate: MessageId | undefined
}) => {
  const t = useTranslate()
  const { done, total, begun } = courseProgress(course, progress)
  const action = done === total ? 'courses.lookAgain' : begun ? 'courses.goOn' : 'courses.start'
  const onCertificate = done === total ? certificate : undefined
  const title = courseTitle(course, texts, t)
  return (
    <Card className={classNames(styles.card, prose.prose)}>
      <img className={styles.poster} src={posterOf(course)} alt="" width="640" height="360" />
      <h2>{title}</h2>
      <p className={styles.length}>{t('courses.length', { hours: course.hours })}</p>
      <p className={styles.summary}>{texts?.summary}</p>
      <CourseMeter course={course} progress={progress} />
      <ButtonRow>
        {onCertificate && (
          <CourseLink
            to={`${t(course.slug)}/certificate`}
            label={onCertificate}
            title={title}
            variant="primary"
          />
        )}
        <CourseLink
          to={t(course.slug)}
          label={action}
          title={title}
          variant={onCertificate ? 'secondary' : 'primary'}
        />
      </ButtonRow>
    </Card>
  )
}
