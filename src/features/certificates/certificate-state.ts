import type { Certificate, CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { Course, CourseModule } from '../../config/courses.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { events } from '../../outbox/events/events.ts'
import { getCertificateLane } from '../../outbox/events/lane-names.ts'
import { isDone, type Progress, type ProgressState } from '../../learning/progress.ts'
import type { MessageId } from '../../i18n/message-id.ts'

/** How far a coach is from the certificate of a course. */
export type CertificateState =
  /** `isChanging`: another name was requested on this device, and the request was not delivered yet. */
  | { kind: 'issued'; document: CertificateDocument; isChanging: boolean }
  /** Another name was delivered: this number is no longer valid, and the new one is not fetched yet. */
  | { kind: 'replaced'; number: string }
  /** The request is in the outbox, or it was delivered but the certificate is not fetched yet. */
  | { kind: 'requested' }
  /** The server refused the request. The outbox shows why, and what the coach can do. */
  | { kind: 'needs-you' }
  /** `isRecorded`: the server has recorded the certificate, but not the name. The coach has to enter it. */
  | { kind: 'to-request'; isRecorded: boolean }
  | { kind: 'to-complete'; missing: readonly CourseModule[] }
  /** It is not known what is missing, because the progress is loading or could not be loaded. */
  | { kind: Exclude<ProgressState, 'known'> }

/**
 * The entries that this device has added since the certificate was last fetched. An entry is an event in the
 * outbox. All entries about one certificate are in the same lane, which is a queue of the outbox. Copies of
 * delivered entries keep the state `waiting`, so `isDelivered` tells them apart.
 */
export type NewerEntries = { entries: readonly Entry[]; isDelivered: (entry: Entry) => boolean }

type Sources = NewerEntries & {
  progress: Progress
  progressState: ProgressState
  /** The certificate on the server, null if there is none, or undefined until the server has responded. */
  certificate: Certificate | null | undefined
}

const namedEvent = events['certificate.named.v1']

/** Whether the server has replaced a certificate since it was fetched, because another name was delivered. */
export const isReplaced = (
  { course_id, name }: CertificateDocument,
  { entries, isDelivered }: NewerEntries,
): boolean =>
  entries.some((entry) => {
    const isAboutCertificate = entry.lane === getCertificateLane(course_id)
    if (!isAboutCertificate || !isDelivered(entry)) return false
    const nameRequest = parseOrUndefined(namedEvent.payload, entry.payload)
    return nameRequest !== undefined && toPrintedName(nameRequest.name) !== name
  })

/**
 * Returns how far a coach is from the certificate of a course. Entries on this device are newer than the
 * server's response, so they decide first. But an issued certificate stays until another name is delivered.
 * The missing modules come from the progress, because the server's own list may contain modules that were
 * completed since.
 */
export const getCertificateState = (
  { id, modules }: Course,
  { progress, progressState, entries, isDelivered, certificate }: Sources,
): CertificateState => {
  const certificateEntries = entries.filter(({ lane }) => lane === getCertificateLane(id))
  const latestEntry = certificateEntries.at(-1)
  const document = certificate?.document
  if (document && isReplaced(document, { entries, isDelivered }))
    return { kind: 'replaced', number: document.number }
  if (document) {
    const isChanging = latestEntry?.state.is === 'waiting' && !isDelivered(latestEntry)
    return { kind: 'issued', document, isChanging }
  }
  // The first certificate is requested with two entries: the name, then the request. If the app was closed in
  // between, only the name is saved, and the coach has to request the certificate again. A certificate that
  // the server has recorded needs only the name.
  const request = certificate
    ? latestEntry
    : certificateEntries.findLast(({ name }) => name === 'certificate.requested.v1')
  if (request) return { kind: request.state.is === 'waiting' ? 'requested' : 'needs-you' }
  if (certificate) return { kind: 'to-request', isRecorded: true }
  const missing = modules.filter(({ id: moduleId }) => {
    const moduleProgress = progress.get(moduleId)
    return !moduleProgress || !isDone(moduleProgress)
  })
  if (missing.length === 0) return { kind: 'to-request', isRecorded: false }
  return progressState === 'known' ? { kind: 'to-complete', missing } : { kind: progressState }
}

const actionMessages: Partial<Record<CertificateState['kind'], MessageId>> = {
  issued: 'certificate.open',
  'to-request': 'courses.requestCertificate',
}

/**
 * Returns the text of the link to the page of a certificate, or undefined if the coach can do nothing there
 * yet, because modules are missing or the request is in the outbox.
 */
export const getCertificateAction = ({ kind }: CertificateState): MessageId | undefined =>
  actionMessages[kind]
