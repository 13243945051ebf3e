import * as v from 'valibot'
import { erasureReceipt } from '../contract/product-api/erasure.ts'
import { customerId, localeCode } from '../contract/shared-schemas.ts'

/** Names of files that are still in the cloud. Absent if even their list could not be read. */
const fileNames = v.optional(v.array(v.string()))

/**
 * A deletion whose outcome this device does not know yet. It is stored before the request, so that the next
 * sign-in does not create a new account after a lost response or a closed browser.
 */
const unfinishedDeletionSchema = v.object({
  customer: customerId,
  locale: localeCode,
  /** Set once the product API has erased its data. The provider may still have the sign-in. */
  receipt: v.optional(erasureReceipt),
  filesLeft: fileNames,
})
export type UnfinishedDeletion = v.InferOutput<typeof unfinishedDeletionSchema>

/** A completed deletion, stored until the coach has its receipt. It does not name the account. */
const finishedDeletionSchema = v.object({
  receipt: erasureReceipt,
  /** The state of the account at the provider. Some providers cannot delete it. */
  signIn: v.picklist(['deleted', 'kept', 'failed']),
  filesLeft: fileNames,
})
export type FinishedDeletion = v.InferOutput<typeof finishedDeletionSchema>

export const deletionSchema = v.union([finishedDeletionSchema, unfinishedDeletionSchema])
export type Deletion = v.InferOutput<typeof deletionSchema>

export const isFinished = (deletion: Deletion): deletion is FinishedDeletion => 'signIn' in deletion

/** `erased`: the product API has erased its data, and the provider may still have the sign-in. */
export type DeletionStage = 'started' | 'erased' | 'finished'

export const findStage = (deletion: Deletion | undefined): DeletionStage | undefined => {
  if (!deletion) return undefined
  if (isFinished(deletion)) return 'finished'
  return deletion.receipt ? 'erased' : 'started'
}
