import type { Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Card } from '../../ui/layout/card.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { courseTitle } from './course-title.ts'
import styles from './finished-course.module.css'
import badge from './module-badge.module.css'
import { classNames } from '../../ui/class-names.ts'

type Props = {
  course: Course
  texts: CourseCatalogue[string] | undefined
  /** The action for its certificate. */
  certificate: MessageId | undefined
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
