import { courses, type Course } from '../../config/courses.ts'
import type { CourseCatalogue } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { findLongestUnvisited, type Places } from '../../learning/continuation.ts'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Illustration } from '../../ui/pictures/illustration.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import styles from './continue-card.module.css'
import { getCourseTitle } from './course-title.ts'

/** For a coach who has completed everything: links to a certificate and to the module to look at again. */
export const AllCompleteCard = ({
  texts,
  places,
  certificates,
}: {
  texts: CourseCatalogue
  places: Places
  /** The action for the certificate of each course, by the id of the course. */
  certificates: ReadonlyMap<Course['id'], MessageId | undefined>
}) => {
  const t = useTranslate()
  // A certificate that can be requested comes before one that is already issued.
  const coursesWithAction = courses.filter(({ id }) => certificates.get(id) !== undefined)
  const certifiedCourse =
    coursesWithAction.find(({ id }) => certificates.get(id) === 'courses.requestCertificate') ??
    coursesWithAction[0]
  const action = certifiedCourse && certificates.get(certifiedCourse.id)
  const { course, module } = findLongestUnvisited(places)
  const title = texts[course.id]?.modules[module.id]?.title ?? module.id
  return (
    <section className={classNames(styles.card, styles.complete)} aria-labelledby="all-complete">
      <div className={styles.rosette}>
        <Illustration name="certificate" />
      </div>
      <h2 id="all-complete" className={styles.title}>
        {t('courses.allComplete')}
      </h2>
      <div className={styles.actions}>
        {certifiedCourse && action && (
          <LocaleLink
            viewTransition
            to={`${t(certifiedCourse.slug)}/certificate`}
            className={buttonClass('primary', styles.action)}
          >
            <span>{t(action)}</span>{' '}
            <VisuallyHidden>{getCourseTitle(certifiedCourse, texts[certifiedCourse.id], t)}</VisuallyHidden>
          </LocaleLink>
        )}
        <LocaleLink
          viewTransition
          to={`${t(course.slug)}/${module.id}`}
          search={{ step: 'understand' }}
          className={buttonClass('quiet', styles.second)}
        >
          {t('courses.refresh', { title })}
        </LocaleLink>
      </div>
    </section>
  )
}
