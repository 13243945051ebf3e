import type { Certificate } from '../../contract/product-api/certificate.ts'
import type { Course, CourseModule } from '../../config/courses.ts'
import type { Entry } from '../../outbox/entry/entry.ts'
import { isDone, type Progress } from '../../learning/progress.ts'

/** How far a coach is from the certificate of a course. */
export type CertificateState =
  | { is: 'issued'; certificate: Certificate }
  /** Asked for on this device; the server does not know yet. */
  | { is: 'requested' }
  /** The server refused the request: the outbox says why. */
  | { is: 'needs-you' }
  | { is: 'to-request' }
  | { is: 'to-answer'; missing: readonly CourseModule[] }

type Sources = {
  progress: Progress
  /** What this device still holds. */
  entries: readonly Entry[]
  /** The one that the server has issued. */
  certificate: Certificate | null | undefined
}

/**
 * What the coach did here counts before what the server knew; a certificate that was issued stays. What is missing
 * comes from the progress alone: the server's own list may be older than it, and would list answered modules.
 */
export const certificateState = (
  { id, modules }: Course,
  { progress, entries, certificate }: Sources,
): CertificateState => {
  if (certificate) return { is: 'issued', certificate }
  const request = entries.findLast(({ lane }) => lane === `certificate:${id}`)
  if (request) return { is: request.state.is === 'waiting' ? 'requested' : 'needs-you' }
  const missing = modules.filter(({ id: module }) => {
    const own = progress.get(module)
    return !own || !isDone(own)
  })
  return missing.length > 0 ? { is: 'to-answer', missing } : { is: 'to-request' }
}
