import type { ApiFailure } from '../../contract/api-failure.ts'
import type { EntryOptions } from '../../contract/entry-headers.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { zonedTime } from '../../lib/time/zoned-time.ts'
import type { Entry } from '../entry/entry.ts'
import type { DrainDeps } from './drain-deps.ts'

/** The options of a call for an entry: everything that is sent besides the body. */
export const entryOptions = ({
  key,
  device,
  seq,
  schemaVersion,
  capturedAt,
  receipt,
}: Entry): EntryOptions => ({
  key,
  sequence: { device, seq },
  schema: schemaVersion,
  capturedAt: zonedTime(capturedAt.corrected, capturedAt.zone),
  formerReceipt: receipt,
})

/** Returns the receipt of a response if our server signed it for this entry. Everything else is a failure. */
export const checkDelivered = async (
  { checkReceipt, log }: Pick<DrainDeps, 'checkReceipt' | 'log'>,
  { key, customer, payloadHash }: Entry,
  response: Result<{ receipt: Receipt }, ApiFailure>,
): Promise<Result<Receipt, ApiFailure>> => {
  if (!response.ok) return response
  const { receipt } = response.value
  if (receipt.key !== key || receipt.hash !== payloadHash) {
    log.warn('A receipt is for something else than what was sent', { key })
    return fail({ code: 'foreign-answer', status: 200 })
  }
  if ((await checkReceipt?.(receipt, customer)) === false) {
    log.warn('A receipt is not signed by our server', { key, signedBy: receipt.key_id })
    return fail({ code: 'forged-receipt', status: 200 })
  }
  return ok(receipt)
}
