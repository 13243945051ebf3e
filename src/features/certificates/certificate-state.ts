import type { Certificate, CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { Course, CourseModule } from '../../config/courses.ts'
import { parseOrUndefined } from '../../lib/parse-or-undefined.ts'
import { toPrintedName } from '../../lib/text/printed-name.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { events } from '../../outbox/events/events.ts'
import { certificateLane } from '../../outbox/events/lanes.ts'
import { isDone, type Progress, type ProgressState } from '../../learning/progress.ts'
import type { MessageId } from '../../i18n/message-id.ts'

/** How far a coach is from the certificate of a course. */
export type CertificateState =
  /** `changing`: another name was requested on this device, and the server does not know yet. */
  | { kind: 'issued'; document: CertificateDocument; changing: boolean }
  /** Another name was delivered, so this number is no longer valid. The new certificate was not fetched yet. */
  | { kind: 'replaced'; number: string }
  /** Requested on this device; the server does not know yet. */
  | { kind: 'requested' }
  /** The server refused the request: the outbox shows why. */
  | { kind: 'needs-you' }
  /** `earned`: an older version issued it, without the name that is printed on it. */
  | { kind: 'to-request'; earned: boolean }
  | { kind: 'to-complete'; missing: readonly CourseModule[] }
  /** It is unknown what is missing, or not known yet. */
  | { kind: Exclude<ProgressState, 'known'> }

/** The entries of this device since the certificate was last fetched. Delivered ones are `waiting`, too. */
export type NewerEntries = { entries: readonly Entry[]; isDelivered: (entry: Entry) => boolean }

type Sources = NewerEntries & {
  progress: Progress
  progressState: ProgressState
  /** The certificate that the server has issued; null if none, undefined until the server has responded. */
  certificate: Certificate | null | undefined
}

const namedEvent = events['certificate.named.v1']

/** Whether the server has replaced a certificate since it was fetched, because another name was delivered. */
export const isReplaced = (
  { course_id, name }: CertificateDocument,
  { entries, isDelivered }: NewerEntries,
): boolean =>
  entries.some((entry) => {
    if (entry.lane !== certificateLane(course_id) || !isDelivered(entry)) return false
    const naming = parseOrUndefined(namedEvent.payload, entry.payload)
    return naming !== undefined && toPrintedName(naming.name) !== name
  })

/**
 * Entries on this device take precedence over what the server knew, but an issued certificate stays. Missing
 * modules come only from the progress: the server's own list may be older, and would contain completed
 * modules.
 */
export const certificateState = (
  { id, modules }: Course,
  { progress, progressState, entries, isDelivered, certificate }: Sources,
): CertificateState => {
  const requests = entries.filter(({ lane }) => lane === certificateLane(id))
  const latest = requests.at(-1)
  const document = certificate?.document
  if (document && isReplaced(document, { entries, isDelivered }))
    return { kind: 'replaced', number: document.number }
  if (document) {
    const isChanging = latest?.state.is === 'waiting' && !isDelivered(latest)
    return { kind: 'issued', document, changing: isChanging }
  }
  // An entry with only the name does not request a first certificate: the app may have been closed before the
  // request itself was stored.
  const request = certificate ? latest : requests.findLast(({ name }) => name === 'certificate.requested.v1')
  if (request) return { kind: request.state.is === 'waiting' ? 'requested' : 'needs-you' }
  if (certificate) return { kind: 'to-request', earned: true }
  const missing = modules.filter(({ id: module }) => {
    const moduleProgress = progress.get(module)
    return !moduleProgress || !isDone(moduleProgress)
  })
  if (missing.length === 0) return { kind: 'to-request', earned: false }
  return progressState === 'known' ? { kind: 'to-complete', missing } : { kind: progressState }
}

const actions: Partial<Record<CertificateState['kind'], MessageId>> = {
  issued: 'certificate.open',
  'to-request': 'courses.requestCertificate',
}

/**
 * The action on the page of a certificate; undefined while modules are missing or the request is in the
 * outbox.
 */
export const certificateAction = ({ kind }: CertificateState): MessageId | undefined => actions[kind]
