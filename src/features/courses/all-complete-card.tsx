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
import { courseTitle } from './course-title.ts'

/** For a coach who has completed everything: a certificate, and the module that they have not seen for longest. */
export const AllCompleteCard = ({
  texts,
  places,
  certificates,
}: {
  texts: CourseCatalogue
  places: Places
  /** The action for the certificate of a course, by the id of the course. */
  certificates: ReadonlyMap<Course['id'], MessageId | undefined>
}) => {
  const t = useTranslate()
  // One that can be requested comes before one that the coach has.
  const withAction = courses.filter(({ id }) => certificates.get(id) !== undefined)
  const certified =
    withAction.find(({ id }) => certificates.get(id) === 'courses.requestCertificate') ?? withAction[0]
  const certificate = certified && certificates.get(certified.id)
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
        {certified && certificate && (
          <LocaleLink
            viewTransition
            to={`${t(certified.slug)}/certificate`}
            className={buttonClass('primary', styles.action)}
          >
            <span>{t(certificate)}</span>{' '}
            <VisuallyHidden>{courseTitle(certified, texts[certified.id], t)}</VisuallyHidden>
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
