import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'
import type { Track } from '../../analytics/track.ts'
import { courses, type Course } from '../../config/courses.ts'
import type { LocaleCode } from '../../config/locales.ts'
import type { CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { valueOrThrow } from '../../lib/result.ts'
import { findNewerEntries, readWithNewestCopy, type WithNewestCopy } from '../../outbox/find-newer-entries.ts'
import type { Progress, ProgressState } from '../../learning/progress.ts'
import type { Outbox } from '../../outbox/outbox.ts'
import { useEntriesAndCopies, type EntriesAndCopies } from '../../outbox/use-entries-and-copies.ts'
import type { KeyValues } from '../../platform/storage/key-values.ts'
import { useProgress } from '../../learning/use-progress.ts'
import {
  getCertificateAction,
  getCertificateState,
  isReplaced,
  type CertificateState,
  type NewerEntries,
} from './certificate-state.ts'

type Deps = { api: ProductApiClient; outbox: Outbox; keyValues: KeyValues; track: Track }

/** The certificate of one course, and the function that requests it. */
export type CourseCertificate = {
  state: CertificateState
  /**
   * Requests a certificate with a name, or a replacement with another name. Resolves to the message of a
   * failure, or to undefined.
   */
  request: (name: string) => Promise<MessageId | undefined>
}

type QueryDeps = Pick<Deps, 'api' | 'outbox'>

/**
 * Reads the certificate of a course. The response also contains the id of the newest copy: a copy is a
 * delivered entry that the device retains. Entries of later copies are newer than the response.
 */
const certificateQuery = ({ api, outbox }: QueryDeps, customerId: string, course_id: Course['id']) =>
  queryOptions({
    queryKey: ['customer', customerId, 'certificate-of', course_id],
    queryFn: ({ signal }) =>
      readWithNewestCopy(outbox, async () =>
        valueOrThrow(await api.call('checkCertificate2', { customer_id: customerId, course_id }, { signal })),
      ),
  })

/** The response, and the id of the last delivery of this device that it includes. */
type CertificateResponse = WithNewestCopy<ResponseOf<'checkCertificate2'>>

/**
 * What a coach has done on any device, as far as it is known. `work` contains the entries of this device,
 * unsent and delivered.
 */
type CoachProgress = { progress: Progress; progressState: ProgressState; work: EntriesAndCopies }

/** Lists the entries of this device that a response does not include yet. In `work`, `entries` are unsent. */
const listNewerEntries = (
  response: CertificateResponse | undefined,
  work: EntriesAndCopies,
): NewerEntries => ({
  entries: findNewerEntries(response, work),
  isDelivered: (entry) => !work.entries.includes(entry),
})

/** Combines the server's response about a course with what this device knows. */
const deriveState = (
  course: Course,
  { progress, progressState, work, response }: CoachProgress & { response: CertificateResponse | undefined },
): CertificateState => {
  const sources = { progress, progressState, certificate: response?.certificate }
  return getCertificateState(course, { ...sources, ...listNewerEntries(response, work) })
}

/** Returns the certificate of a course. A request asks for it in the language of `locale`. */
export const useCertificate = (
  { api, outbox, keyValues, track }: Deps,
  { customer: customerId, locale }: { customer: string; locale: LocaleCode },
  course: Course,
) => {
  const { id: course_id, isFIFA } = course
  const { progress, progressState, ...work } = useProgress({ api, outbox, keyValues }, customerId)
  const { data: response } = useQuery(certificateQuery({ api, outbox }, customerId, course_id))
  const certificate: CourseCertificate = {
    state: deriveState(course, { progress, progressState, work, response }),
    request: async (name) => {
      const nameResult = await outbox.add('certificate.named.v1', { course_id, name, locale })
      if (!nameResult.ok) return nameResult.error.message
      // A new name is enough to replace a certificate. Only the first certificate has to be requested.
      if (response?.certificate) {
        await track('certificate_renamed', { course: course_id })
        return undefined
      }
      const requestResult = await outbox.add('certificate.requested.v1', { course_id, isFIFA })
      if (!requestResult.ok) return requestResult.error.message
      await track('certificate_requested', { course: course_id })
      return undefined
    },
  }
  return { certificate, progress, progressState }
}

/** Reads the certificate of each course, in the order of `courses`. */
const useCertificateQueries = (deps: QueryDeps, customerId: string) =>
  useQueries({ queries: courses.map(({ id }) => certificateQuery(deps, customerId, id)) })

/** Returns the action for the certificate of each course, by the id of the course. */
export const useCertificateActions = (
  deps: QueryDeps,
  customerId: string,
  coachProgress: CoachProgress,
): ReadonlyMap<Course['id'], MessageId | undefined> => {
  const queries = useCertificateQueries(deps, customerId)
  return new Map(
    courses.map((course, index) => {
      const state = deriveState(course, { ...coachProgress, response: queries[index]?.data })
      return [course.id, getCertificateAction(state)]
    }),
  )
}

/** The certificates of a coach. */
export type CoachCertificates = {
  issued: readonly CertificateDocument[]
  /**
   * The numbers that are no longer valid, because another name was delivered. The new certificates are not
   * fetched yet.
   */
  replacedNumbers: readonly string[]
}

/** Returns the certificates of a coach in all courses. */
export const useCertificates = (deps: QueryDeps, customerId: string): CoachCertificates => {
  const work = useEntriesAndCopies(deps.outbox, customerId)
  const rows = useCertificateQueries(deps, customerId).flatMap(({ data }) => {
    const document = data?.certificate?.document
    return document ? [{ document, isValid: !isReplaced(document, listNewerEntries(data, work)) }] : []
  })
  return {
    issued: rows.flatMap(({ document, isValid }) => (isValid ? document : [])),
    replacedNumbers: rows.flatMap(({ document, isValid }) => (isValid ? [] : document.number)),
  }
}
