import * as v from 'valibot'
import { erasureReceipt } from '../contract/product-api/erasure.ts'
import { customerId, localeCode } from '../contract/shapes.ts'

/** Names of files that are still in the cloud; absent where not even their list could be read. */
const filesLeft = v.optional(v.array(v.string()))

/**
 * A deletion of which this device does not know yet whether it is done. It is stored before the request: a lost response,
 * or a browser that is closed, must not make a new account of the next sign-in.
 */
export const begunDeletion = v.object({
  customer: customerId,
  locale: localeCode,
  /** There as soon as the product API has erased; the provider may still know the sign-in. */
  receipt: v.optional(erasureReceipt),
  filesLeft,
})
export type BegunDeletion = v.InferOutput<typeof begunDeletion>

/** A deletion that is done, until the person has its receipt. It does not say whose account it was. */
export const finishedDeletion = v.object({
  receipt: erasureReceipt,
  /** What became of the account at the provider, which some cannot delete. */
  signIn: v.picklist(['deleted', 'kept', 'failed']),
  filesLeft,
})
export type FinishedDeletion = v.InferOutput<typeof finishedDeletion>

export const deletion = v.union([finishedDeletion, begunDeletion])
export type Deletion = v.InferOutput<typeof deletion>

export const isFinished = (given: Deletion): given is FinishedDeletion => 'signIn' in given

/** `erased`: the product API has erased, and the provider may still know the sign-in. */
export type DeletionStage = 'begun' | 'erased' | 'finished'

export const stageOf = (given: Deletion | undefined): DeletionStage | undefined => {
  if (!given) return undefined
  if (isFinished(given)) return 'finished'
  return given.receipt ? 'erased' : 'begun'
}
