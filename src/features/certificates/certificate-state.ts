import type { Certificate, CertificateDocument } from '../../contract/product-api/certificate.ts'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { certificateLane } from '../../outbox/events/lanes.ts'
import { isDone, type Progress } from '../../learning/progress.ts'

/** How far a coach is from the certificate of a course. */
export type CertificateState =
  /** `changing`: another name was asked for on this device, and the server does not know yet. */
  | { is: 'issued'; document: CertificateDocument; changing: boolean }
  /** Asked for on this device; the server does not know yet. */
  | { is: 'requested' }
  /** The server refused the request: the outbox says why. */
  | { is: 'needs-you' }
  /** `earned`: it was issued by an older version, without the name that is printed on it. */
  | { is: 'to-request'; earned: boolean }
  | { is: 'to-complete'; missing: readonly CourseModule[] }

type Sources = {
  progress: Progress
  /** What was done on this device since the server was asked for the certificate, delivered or not. */
  entries: readonly Entry[]
  /** The one that the server has issued. */
  certificate: Certificate | null | undefined
}

/**
 * What the coach did here counts before what the server knew; a certificate that was issued stays. What is missing
 * comes from the progress alone: the server's own list may be older than it, and would list completed modules.
 */
export const certificateState = (
  { id, modules }: Course,
  { progress, entries, certificate }: Sources,
): CertificateState => {
  const asked = entries.filter(({ lane }) => lane === certificateLane(id))
  const last = asked.at(-1)
  if (certificate?.document) {
    return { is: 'issued', document: certificate.document, changing: last?.state.is === 'waiting' }
  }
  // A name alone requests nothing that was not earned: the app may have been closed before the request was stored.
  const request = certificate ? last : asked.findLast(({ name }) => name === 'certificate.requested.v1')
  if (request) return { is: request.state.is === 'waiting' ? 'requested' : 'needs-you' }
  if (certificate) return { is: 'to-request', earned: true }
  const missing = modules.filter(({ id: module }) => {
    const own = progress.get(module)
    return !own || !isDone(own)
  })
  return missing.length > 0 ? { is: 'to-complete', missing } : { is: 'to-request', earned: false }
}
