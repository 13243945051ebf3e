import type { Certificate, CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { certificateLane } from '../../outbox/events/lanes.ts'
import { isDone, type Progress, type ProgressState } from '../../learning/progress.ts'
import type { MessageId } from '../../i18n/message-id.ts'

/** How far a coach is from the certificate of a course. */
export type CertificateState =
  /** `changing`: another name was requested on this device, and the server does not know yet. */
  | { kind: 'issued'; document: CertificateDocument; changing: boolean }
  /** Requested on this device; the server does not know yet. */
  | { kind: 'requested' }
  /** The server refused the request: the outbox shows why. */
  | { kind: 'needs-you' }
  /** `earned`: an older version issued it, without the name that is printed on it. */
  | { kind: 'to-request'; earned: boolean }
  | { kind: 'to-complete'; missing: readonly CourseModule[] }
  /** It is unknown what is missing, or not known yet. */
  | { kind: Exclude<ProgressState, 'known'> }

type Sources = {
  progress: Progress
  progressState: ProgressState
  /** The entries of this device since the certificate was last fetched. Delivered ones are `waiting`, too. */
  entries: readonly Entry[]
  /** The certificate that the server has issued; null if none, undefined until the server has responded. */
  certificate: Certificate | null | undefined
}

/**
 * Entries on this device take precedence over what the server knew, but an issued certificate stays. Missing
 * modules come only from the progress: the server's own list may be older, and would contain completed
 * modules.
 */
export const certificateState = (
  { id, modules }: Course,
  { progress, progressState, entries, certificate }: Sources,
): CertificateState => {
  const requests = entries.filter(({ lane }) => lane === certificateLane(id))
  const latest = requests.at(-1)
  if (certificate?.document) {
    return { kind: 'issued', document: certificate.document, changing: latest?.state.is === 'waiting' }
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
