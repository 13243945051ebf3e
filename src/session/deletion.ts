import * as v from 'valibot'
import { erasureReceipt } from '../contract/product-api/erasure.ts'
import { customerId, localeCode } from '../contract/shapes.ts'

/** Names of files that are still in the cloud; absent if even their list could not be read. */
const filesLeft = v.optional(v.array(v.string()))

/**
 * A deletion whose outcome this device does not know yet. It is stored before the request, so that the next
 * sign-in does not create a new account after a lost response or a closed browser.
 */
export const begunDeletion = v.object({
  customer: customerId,
  locale: localeCode,
  /** Set once the product API has erased its data. The provider may still have the sign-in. */
  receipt: v.optional(erasureReceipt),
  filesLeft,
})
export type BegunDeletion = v.InferOutput<typeof begunDeletion>

/** A completed deletion, stored until the person has its receipt. It does not name the account. */
export const finishedDeletion = v.object({
  receipt: erasureReceipt,
  /** The state of the account at the provider. Some providers cannot delete it. */
  signIn: v.picklist(['deleted', 'kept', 'failed']),
  filesLeft,
})
export type FinishedDeletion = v.InferOutput<typeof finishedDeletion>

export const deletion = v.union([finishedDeletion, begunDeletion])
export type Deletion = v.InferOutput<typeof deletion>

export const isFinished = (given: Deletion): given is FinishedDeletion => 'signIn' in given

/** `erased`: the product API has erased its data, and the provider may still have the sign-in. */
export type DeletionStage = 'begun' | 'erased' | 'finished'

export const stageOf = (given: Deletion | undefined): DeletionStage | undefined => {
  if (!given) return undefined
  if (isFinished(given)) return 'finished'
  return given.receipt ? 'erased' : 'begun'
}
