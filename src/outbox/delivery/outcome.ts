import type { ApiFailure } from '../../contract/product-api-client.ts'
import type { Receipt } from '../../contract/product-api/receipt.ts'
import { judge, type Circumstances } from './judge.ts'
import type { Entry, Reason } from '../entry/entry.ts'
import type { Outcome } from '../store/outbox-store.ts'

/** Attempts kept with an entry; the journal has them all. */
const attemptsKept = 10

const tried = (entry: Entry, { code, status, requestId }: ApiFailure, at: number): Entry => ({
  ...entry,
  tries: entry.tries + 1,
  attempts: [...entry.attempts, { at, code, status, ...(requestId !== undefined && { requestId }) }].slice(
    -attemptsKept,
  ),
})

/** The server has it: the entry leaves the outbox. */
export const delivered = (receipt: Receipt, at: number): Outcome => ({
  note: { at, happened: 'delivered', receipt },
  wait: undefined,
})

/** It cannot be sent as it is: it stays, with the reason. */
export const refused = (entry: Entry, reason: Reason, at: number): Outcome => ({
  entry: { ...entry, state: { is: 'needs-you', reason } },
  note: { at, happened: 'refused', code: reason.code, status: reason.status },
})

/** What becomes of an entry that the server did not take. */
export const failed = (entry: Entry, failure: ApiFailure, circumstances: Circumstances): Outcome => {
  const { now: at } = circumstances
  const again = tried(entry, failure, at)
  const verdict = judge(failure, circumstances)
  // Whatever speaks of one entry was said by a server that is there: nothing holds the others up.
  if (verdict.holds === 'entry') return { ...refused(again, verdict.reason, at), wait: undefined }
  const { holds, wait } = verdict
  const note = {
    at,
    happened: 'delayed',
    code: wait.code,
    status: failure.status,
    until: wait.until,
  } as const
  return holds === 'everything'
    ? { entry: again, note, wait }
    : { entry: { ...again, state: { is: 'waiting', wait } }, note, wait: undefined }
}
