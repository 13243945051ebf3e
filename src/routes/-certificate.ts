import { useQuery } from '@tanstack/react-query'
import type { Services } from '../app/services.ts'
import type { Course } from '../config/courses.ts'
import { certificateQuery } from '../features/courses/certificate-query.ts'
import { certificateState } from '../features/courses/certificate-state.ts'
import type { MessageId } from '../i18n/message-id.ts'
import { useProgress } from './-progress.ts'

/** A coach's way to the certificate of a course, and how to ask for it. */
export const useCertificate = (services: Services, customer: string, course: Course) => {
  const { api, outbox, track } = services
  const { progress, entries } = useProgress(services, customer)
  const { data: certificate } = useQuery(certificateQuery(api, customer, course.id))

  const onRequest = async (): Promise<MessageId | undefined> => {
    const { id: course_id, isFIFA } = course
    const kept = await outbox.add('certificate.requested.v1', { course_id, isFIFA })
    if (!kept.ok) return kept.error.message
    await track('certificate_requested', { course: course_id })
    return undefined
  }
  return { state: certificateState(course, { progress, entries, certificate }), progress, entries, onRequest }
}
