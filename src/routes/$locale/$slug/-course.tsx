import { useSyncExternalStore } from 'react'
import type { Services } from '../../../app/services/services.ts'
import type { Course } from '../../../config/courses.ts'
import type { Locale } from '../../../config/locales.ts'
import { CertificateShare } from '../../../features/certificate-paper/certificate-paper.tsx'
import { CertificateCard } from '../../../features/certificates/certificate-card.tsx'
import { CourseScreen } from '../../../features/courses/course-screen.tsx'
import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import { createTranslate } from '../../../i18n/translate.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useCertificate } from '../../../features/certificates/use-certificate.ts'
import { nameOf, type SignedInUser } from '../../-guards.ts'
import { TakeCourseAlong } from './-take-along.tsx'

/** One course for a signed-in coach, with the certificate once every module is answered. */
export const CourseRoute = ({
  services,
  user,
  locale,
  course,
  texts,
}: {
  services: Services
  user: SignedInUser
  locale: Locale
  course: Course
  texts: CourseCatalogue
}) => {
  const t = useTranslate()
  const {
    session: { api },
    outbox: { outbox, track },
    offline,
    device,
  } = services
  const { certificate, progress } = useCertificate(
    { api, outbox: outbox.of(user.userID), values: device.drafts, track },
    { customer: user.userID, locale: locale.code },
    course,
  )
  const { state } = certificate
  const modules = useSyncExternalStore(offline.modules.subscribe, offline.modules.snapshot)
  const downloaded = new Set([...modules].flatMap(([id, { is }]) => (is === 'downloaded' ? [id] : [])))

  return (
    <CourseScreen
      course={course}
      texts={texts[course.id]}
      progress={progress}
      downloaded={downloaded}
      takeAlong={
        <TakeCourseAlong services={services} customer={user.userID} locale={locale.code} course={course} />
      }
    >
      <CertificateCard
        certificate={certificate}
        name={nameOf(user)}
        to={`${t(course.slug)}/certificate`}
        share={
          state.is === 'issued' && (
            <CertificateShare
              document={state.document}
              texts={async () => createTranslate(await offline.catalogues.i18n(state.document.locale))}
              origin={location.origin}
              track={track}
            />
          )
        }
      />
    </CourseScreen>
  )
}
