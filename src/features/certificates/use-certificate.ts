import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { Track } from '../../analytics/track.ts'
import { courses, type Course } from '../../config/courses.ts'
import type { LocaleCode } from '../../config/locales.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { valueOf } from '../../lib/result.ts'
import { doneSince, readWithCopies, type WithCopies } from '../../outbox/delivered-since.ts'
import type { Progress, ProgressState } from '../../learning/progress.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import type { Work } from '../../outbox/use-work.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { certificateAction, certificateState, type CertificateState } from './certificate-state.ts'
import { useProgress } from '../../learning/use-progress.ts'

type Deps = { api: ProductApiClient; outbox: Outbox; values: KeyValues; track: Track }

/** The certificate of one course, and the coach's request for it. */
export type CourseCertificate = {
  state: CertificateState
  /**
   * Requests a certificate in a name, or a replacement in another name. Resolves to the message of a failure.
   */
  request: (name: string) => Promise<MessageId | undefined>
}

type Reading = Pick<Deps, 'api' | 'outbox'>

const certificateQuery = ({ api, outbox }: Reading, customer: string, course_id: Course['id']) =>
  queryOptions({
    queryKey: ['customer', customer, 'certificate-of', course_id],
    queryFn: ({ signal }) =>
      readWithCopies(outbox, async () =>
        valueOf(await api.call('checkCertificate2', { customer_id: customer, course_id }, { signal })),
      ),
  })

type Known = WithCopies<ResponseOf<'checkCertificate2'>>

type Done = { progress: Progress; progressState: ProgressState; work: Work }

const stateOf = (
  course: Course,
  { progress, progressState, work, known }: Done & { known: Known | undefined },
): CertificateState => {
  const entries = doneSince(known, work)
  return certificateState(course, { progress, progressState, entries, certificate: known?.certificate })
}

/** The certificate of a course for a coach, in the language of `locale`. */
export const useCertificate = (
  { api, outbox, values, track }: Deps,
  { customer, locale }: { customer: string; locale: LocaleCode },
  course: Course,
) => {
  const { id: course_id, isFIFA } = course
  const { progress, progressState, ...work } = useProgress({ api, outbox, values }, customer)
  const { data: known } = useQuery(certificateQuery({ api, outbox }, customer, course_id))
  const certificate: CourseCertificate = {
    state: stateOf(course, { progress, progressState, work, known }),
    request: async (name) => {
      const named = await outbox.add('certificate.named.v1', { course_id, name, locale })
      if (!named.ok) return named.error.message
      if (known?.certificate) {
        await track('certificate_renamed', { course: course_id })
        return undefined
      }
      const added = await outbox.add('certificate.requested.v1', { course_id, isFIFA })
      if (!added.ok) return added.error.message
      await track('certificate_requested', { course: course_id })
      return undefined
    },
  }
  return { certificate, progress, progressState }
}

/** The action for the certificate of each course, by the id of the course. */
export const useCertificateActions = (
  reading: Reading,
  customer: string,
  done: Done,
): ReadonlyMap<Course['id'], MessageId | undefined> => {
  const found = useQueries({ queries: courses.map(({ id }) => certificateQuery(reading, customer, id)) })
  return new Map(
    courses.map((course, at) => {
      const state = stateOf(course, { ...done, known: found[at]?.data })
      return [course.id, certificateAction(state)]
    }),
  )
}

export const useCertificates = (reading: Reading, customer: string): CertificateDocument[] => {
  const found = useQueries({ queries: courses.map(({ id }) => certificateQuery(reading, customer, id)) })
  return found.flatMap(({ data }) => data?.certificate?.document ?? [])
}
