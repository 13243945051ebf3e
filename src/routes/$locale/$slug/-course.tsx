import { useSyncExternalStore } from 'react'
import type { Services } from '../../../app/services.ts'
import type { Course } from '../../../config/courses.ts'
import { CertificateCard } from '../../../features/courses/certificate-card.tsx'
import { CourseScreen } from '../../../features/courses/course-screen.tsx'
import type { CourseCatalogue } from '../../../i18n/course-catalogue.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useCertificate } from '../../../features/courses/use-certificate.ts'
import type { SignedInUser } from '../../-guards.ts'

/** One course for a signed-in coach, with the certificate once every module is answered. */
export const CourseRoute = ({
  services: {
    session: { api },
    outbox: { outbox, track },
    offline,
    device,
  },
  user,
  course,
  texts,
}: {
  services: Services
  user: SignedInUser
  course: Course
  texts: CourseCatalogue
}) => {
  const t = useTranslate()
  const { certificate, progress } = useCertificate(
    { api, outbox: outbox.of(user.userID), values: device.drafts, track },
    user.userID,
    course,
  )
  const modules = useSyncExternalStore(offline.modules.subscribe, offline.modules.snapshot)
  const downloaded = new Set([...modules].flatMap(([id, { is }]) => (is === 'downloaded' ? [id] : [])))

  return (
    <CourseScreen course={course} texts={texts[course.id]} progress={progress} downloaded={downloaded}>
      <CertificateCard certificate={certificate} to={`${t(course.slug)}/certificate`} />
    </CourseScreen>
  )
}
