import { useQuery } from '@tanstack/react-query'
import type { Track } from '../../analytics/track.ts'
import type { Course } from '../../config/courses.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { valueOf } from '../../lib/result.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { certificateState } from './certificate-state.ts'
import { useProgress } from './use-progress.ts'

type Deps = { api: ProductApiClient; outbox: Outbox; track: Track }

/** A coach's way to the certificate of a course, and how to request it. */
export const useCertificate = ({ api, outbox, track }: Deps, customer: string, course: Course) => {
  const { id: course_id, isFIFA } = course
  const { progress, entries } = useProgress({ api, outbox }, customer)
  const { data: certificate } = useQuery({
    queryKey: ['customer', customer, 'certificate', course_id],
    queryFn: async ({ signal }) =>
      valueOf(await api.call('checkCertificate2', { customer_id: customer, course_id }, { signal }))
        .certificate,
  })

  const onRequest = async (): Promise<MessageId | undefined> => {
    const added = await outbox.add('certificate.requested.v1', { course_id, isFIFA })
    if (!added.ok) return added.error.message
    await track('certificate_requested', { course: course_id })
    return undefined
  }
  return { state: certificateState(course, { progress, entries, certificate }), progress, entries, onRequest }
}
