import { apiErrors } from '../../src/contract/errors.ts'
import type { SentEntry } from '../../src/contract/product-api/delivery-api.ts'
import { isCallName, type BodyOf, type OutboxCall, type ResponseOf } from '../../src/contract/product-api.ts'
import { parseJson } from '../../src/lib/http/parse-json.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { getUnavailableReason } from '../db/connection/database-away.ts'
import { isCustomerMissing } from '../db/customers/is-customer-missing.ts'
import type { Session } from '../http/app-env.ts'
import { describeError, type Log } from '../http/log.ts'
import { refusalBody, type Refusal } from '../http/refusal.ts'
import type { Measures } from '../metrics/measures.ts'
import {
  tryInOrder,
  type Deliver,
  type DeliveryResult,
  type Outcome,
  type RequestedEntry,
} from './deliver.ts'
import { isOutboxCall } from './handler.ts'
import { readEntry, type ReceivedEntry } from './read-entry.ts'

type Deps = {
  deliver: Deliver
  /** Takes one call from a customer's allowance. Returns 0, or the time until one is available, in s. */
  takeAllowance: (customer: string) => number
  measures: Pick<Measures, 'delivery'>
  log: Pick<Log, 'warn' | 'error'>
  now: () => Date
}

/**
 * Time after which no further entry of a request is tried. The sender gives up after 30 s, and sends the
 * untried entries again.
 */
const batchTimeLimitMs = 10_000

const readSentEntry = (
  { call, headers, body }: SentEntry,
  session: Session,
): Result<ReceivedEntry, Refusal> => {
  // Not `invalid-body`, because a newer copy of the server may know the call.
  if (!isCallName(call)) return fail({ code: 'schema-unknown', path: 'call' })
  if (!isOutboxCall(call)) return fail({ code: 'invalid-body', path: 'call' })
  const json = parseJson(body)
  if (json === undefined) return fail({ code: 'bad-json' })
  return readEntry(call, { header: (name) => headers[name], bytes: Buffer.from(body), json }, session)
}

const toEntryResult = (
  outcome: Outcome,
  requestId: string,
): ResponseOf<'deliverEntries'>['results'][number] => {
  if (outcome === null) return null
  if (!outcome.ok) {
    return { status: apiErrors[outcome.error.code].status, body: refusalBody(outcome.error, requestId) }
  }
  const { response, replayed } = outcome.value
  return { status: 200, body: Object(response), ...(replayed && { replayed }) }
}

/** Creates the functions that deliver and count the entries of requests, with one entry or with several. */
export const createDeliverEntries = ({ deliver, takeAllowance, measures, log, now }: Deps) => {
  const countOutcome = (call: OutboxCall, result: DeliveryResult): void => {
    if (result.ok) measures.delivery({ call, outcome: result.value.replayed ? 'replayed' : 'stored' })
    else if (result.error.code === 'server-failed') measures.delivery({ call, outcome: 'failed' })
    else measures.delivery({ call, refused: result.error.code })
  }

  /** Delivers an entry that came alone, or in a rescue file. Throws if its transaction fails. */
  const deliverEntry = async (received: ReceivedEntry): Promise<DeliveryResult> => {
    const { call, customer } = received
    const requested = { received: ok(received), follows: [], admit: () => ok(undefined) }
    try {
      const [outcome] = (await deliver(customer, [requested])) ?? []
      if (!outcome) throw new Error('The only entry of a request was not tried.')
      countOutcome(call, outcome)
      return outcome
    } catch (error) {
      measures.delivery({ call, outcome: 'failed' })
      throw error
    }
  }

  /**
   * Returns a function that creates the `admit` function of each entry of a request. An entry takes from the
   * allowance once, even if it is tried several times.
   */
  const createAdmission = (customer: string) => {
    let admissions = 0
    const admitEntry = (): Result<undefined, Refusal> => {
      // The rate limit has already counted the request, and with it the first entry.
      const wait = admissions === 0 ? 0 : takeAllowance(customer)
      admissions += 1
      return wait > 0 ? fail({ code: 'too-many-requests', retryAfter: wait }) : ok(undefined)
    }
    return () => {
      let admission: Result<undefined, Refusal> | undefined
      return () => (admission ??= admitEntry())
    }
  }

  /** Resolves to undefined if the entries must be delivered one by one. */
  const deliverTogether = (customer: string, requested: readonly RequestedEntry[]) =>
    deliver(customer, requested).catch((error: unknown) => {
      // If the database is unavailable, each entry would wait for it if they were delivered one by one.
      if (getUnavailableReason(error) !== undefined) throw error
      const fields = { ...describeError(error), count: requested.length }
      log.warn('entries could not be written together', fields)
      return undefined
    })

  /**
   * Delivers one entry of several. Never throws because of the entry, so that it does not affect the others.
   */
  const deliverAlone = async (customer: string, requested: RequestedEntry): Promise<Outcome> => {
    try {
      const [outcome = null] = (await deliver(customer, [{ ...requested, follows: [] }])) ?? []
      return outcome
    } catch (error) {
      if (getUnavailableReason(error) !== undefined) throw error
      if (isCustomerMissing(error)) return fail({ code: 'account-erased' })
      const entry = requested.received.ok ? requested.received.value : undefined
      log.error('an entry failed', error, { call: entry?.call, key: entry?.key })
      return fail({ code: 'server-failed' })
    }
  }

  /** Delivers several entries. Each result is the response that the entry would get in a call of its own. */
  const deliverEntries = async (
    { entries }: BodyOf<'deliverEntries'>,
    session: Session,
    requestId: string,
  ): Promise<ResponseOf<'deliverEntries'>> => {
    const { customer } = session
    const deadline = now().getTime() + batchTimeLimitMs
    const createAdmit = createAdmission(customer)
    const requested = entries.map((entry) => ({
      received: readSentEntry(entry, session),
      follows: entry.follows ?? [],
      admit: createAdmit(),
    }))
    const outcomes =
      (await deliverTogether(customer, requested)) ??
      (await tryInOrder(
        requested,
        (entry) => deliverAlone(customer, entry),
        () => now().getTime() > deadline,
      ))
    for (const [index, { received }] of requested.entries()) {
      const outcome = outcomes[index]
      if (received.ok && outcome) countOutcome(received.value.call, outcome)
    }
    return { results: outcomes.map((outcome) => toEntryResult(outcome, requestId)) }
  }

  return { deliverEntry, deliverEntries }
}

export type DeliverEntries = ReturnType<typeof createDeliverEntries>
