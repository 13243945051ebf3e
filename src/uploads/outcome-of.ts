import type { pauseReasons, retryReasons, uploadOutcomes } from '../contract/product-api/health-api.ts'
import type { UploadState, UploadStatus } from './task.ts'

type Named = (typeof uploadOutcomes)[number]

/** What an upload, or a call on stored files, does by itself after a failure. */
export type Repair = {
  outcome: Extract<Named, 'retried' | 'signed-again'>
  reason: (typeof retryReasons)[number]
}

/** Every outcome must exist in the contract: a new one does not compile. */
type Outcome = { outcome: Exclude<Named, Repair['outcome']>; reason?: (typeof pauseReasons)[number] }

const outcomes: Partial<Record<UploadState, Outcome['outcome']>> = {
  PAUSED: 'paused',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
}

/**
 * The outcome of an upload for the counters: how it ended, or why it pauses; undefined while it continues.
 */
export const outcomeOf = (status: UploadStatus): Outcome | undefined => {
  const outcome = outcomes[status.state]
  if (outcome === undefined) return undefined
  return status.state === 'PAUSED' ? { outcome, reason: status.reason.kind } : { outcome }
}
