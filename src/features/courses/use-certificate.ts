import { useQuery } from '@tanstack/react-query'
import type { Track } from '../../analytics/track.ts'
import type { Course } from '../../config/courses.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { valueOf } from '../../lib/result.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { certificateState, type CertificateState } from './certificate-state.ts'
import { useProgress } from '../../learning/use-progress.ts'

type Deps = { api: ProductApiClient; outbox: Outbox; values: KeyValues; track: Track }

/** The certificate of one course, and what its coach can do about it. */
export type CourseCertificate = {
  state: CertificateState
  /** Resolves with the message that explains a failure. */
  request: () => Promise<MessageId | undefined>
  print: () => void
}

/** A coach's way to the certificate of a course. */
export const useCertificate = (
  { api, outbox, values, track }: Deps,
  customer: string,
  course: Course,
) => {
  const { id: course_id, isFIFA } = course
  const { progress, entries } = useProgress({ api, outbox, values }, customer)
  const { data } = useQuery({
    queryKey: ['customer', customer, 'certificate', course_id],
    queryFn: async ({ signal }) =>
      valueOf(await api.call('checkCertificate2', { customer_id: customer, course_id }, { signal }))
        .certificate,
  })
  const certificate: CourseCertificate = {
    state: certificateState(course, { progress, entries, certificate: data }),
    request: async () => {
      const added = await outbox.add('certificate.requested.v1', { course_id, isFIFA })
      if (!added.ok) return added.error.message
      await track('certificate_requested', { course: course_id })
      return undefined
    },
    print: () => {
      void track('certificate_printed', { course: course_id })
      window.print()
    },
  }
  return { certificate, progress }
}
