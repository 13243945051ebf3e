import type { pauseReasons, retryReasons, uploadOutcomes } from '../contract/product-api/health-api.ts'
import type { UploadState, UploadStatus } from './task.ts'

type Named = (typeof uploadOutcomes)[number]

/** What an upload, or a call on stored files, does after a failure by itself. */
export type Repair = {
  outcome: Extract<Named, 'retried' | 'signed-again'>
  reason: (typeof retryReasons)[number]
}

/** Each has its place in the contract: a further one does not compile. */
type Outcome = { outcome: Exclude<Named, Repair['outcome']>; reason?: (typeof pauseReasons)[number] }

const outcomes: Partial<Record<UploadState, Outcome['outcome']>> = {
  PAUSED: 'paused',
  COMPLETED: 'completed',
  CANCELLED: 'cancelled',
}

/** What is counted of an upload: how it ended, or why it rests; undefined while it goes on. */
export const outcomeOf = (status: UploadStatus): Outcome | undefined => {
  const outcome = outcomes[status.state]
  if (outcome === undefined) return undefined
  return status.state === 'PAUSED' ? { outcome, reason: status.reason.kind } : { outcome }
}
