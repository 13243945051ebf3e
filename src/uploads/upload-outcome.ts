import type { pauseReasons, uploadOutcomes } from '../contract/product-api/health-api.ts'
import type { AutomaticRetry } from './contract.ts'
import type { UploadState, UploadStatus } from './task.ts'

/**
 * An outcome in the health counters, except for retries, which are not a status. Derived from the contract, so
 * an unknown outcome is a type error.
 */
type OutcomeName = Exclude<(typeof uploadOutcomes)[number], AutomaticRetry['outcome']>
type Outcome = { outcome: OutcomeName; reason?: (typeof pauseReasons)[number] }

const outcomeByState: Partial<Record<UploadState, OutcomeName>> = {
  PAUSED: 'paused',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
}

/** Returns how an upload ended, or why it is paused, or undefined while it continues. */
export const findOutcome = (status: UploadStatus): Outcome | undefined => {
  const outcome = outcomeByState[status.state]
  if (outcome === undefined) return undefined
  return status.state === 'PAUSED' ? { outcome, reason: status.reason.kind } : { outcome }
}
