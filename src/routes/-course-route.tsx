import { useQuery } from '@tanstack/react-query'
import type { Services } from '../app/services.ts'
import type { Course } from '../config/courses.ts'
import { CertificateCard, type CertificateState } from '../features/courses/certificate-card.tsx'
import { certificateQuery } from '../features/courses/certificate-query.ts'
import { CourseScreen } from '../features/courses/course-screen.tsx'
import { courseProgress } from '../features/courses/progress.ts'
import type { CourseCatalogue } from '../i18n/course-words.ts'
import { useProgress } from './-progress.ts'
import type { SignedInUser } from './-require-sign-in.ts'

/** One course for a signed-in coach, with the certificate once every module is answered. */
export const CourseRoute = ({
  services: { api, outbox },
  services,
  user,
  course,
  words,
}: {
  services: Services
  user: SignedInUser
  course: Course
  words: CourseCatalogue
}) => {
  const { progress, entries } = useProgress(services, user.userID)
  const { done, total } = courseProgress(course, progress)
  const issued = useQuery({ ...certificateQuery(api, user.userID, course.id), enabled: done === total })
  const requested = entries.some(({ lane }) => lane === `certificate:${course.id}`)

  const state: CertificateState = issued.data
    ? { is: 'issued', certificate: issued.data }
    : { is: requested ? 'requested' : 'to-request' }
  const request = async () => {
    const kept = await outbox.add('certificate.requested.v1', { course_id: course.id, isFIFA: course.isFIFA })
    return kept.ok ? undefined : kept.error.message
  }
  return (
    <CourseScreen course={course} words={words[course.id]} progress={progress}>
      {done === total && <CertificateCard state={state} onRequest={request} />}
    </CourseScreen>
  )
}
