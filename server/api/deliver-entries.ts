import { apiErrors } from '../../src/contract/errors.ts'
import { isCallName, type BodyOf, type OutboxCall, type ResponseOf } from '../../src/contract/product-api.ts'
import type { SentEntry } from '../../src/contract/product-api/delivery-api.ts'
import { parseJson } from '../../src/lib/http/parse-json.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { getUnavailableReason } from '../db/connection/database-unavailable.ts'
import { isCustomerMissing } from '../db/customers/is-customer-missing.ts'
import { createErrorBody, type ApiError } from '../http/api-error.ts'
import type { Session } from '../http/app-env.ts'
import { describeError, type Log } from '../http/log.ts'
import type { Measures } from '../metrics/measures.ts'
import type { Deliver, Delivery, DeliveryResult } from './deliver.ts'
import { isOutboxCall } from './handler.ts'
import { readEntry, type ReceivedEntry } from './read-entry.ts'
import { processInOrder, type Outcome, type RequestedEntry } from './process-in-order.ts'

type Deps = {
  deliver: Deliver
  /**
   * Takes one call from a customer's rate limit. If none is left, returns the seconds until the next one,
   * otherwise 0.
   */
  takeAllowance: (customer: string) => number
  measures: Pick<Measures, 'delivery'>
  log: Pick<Log, 'warn' | 'error'>
  now: () => Date
}

/**
 * Time after which no further entry of a request is tried. The sender stops waiting for the response after
 * 30 s. It sends untried entries again.
 */
const batchTimeLimitMs = 10_000

/** Reads one entry of a request with several. Rejects a call that is unknown or is not an outbox call. */
const readSentEntry = (
  { call, headers, body }: SentEntry,
  session: Session,
): Result<ReceivedEntry, ApiError> => {
  // Not `invalid-body`, because a newer instance of the server may know the call.
  if (!isCallName(call)) return fail({ code: 'schema-unknown', path: 'call' })
  if (!isOutboxCall(call)) return fail({ code: 'invalid-body', path: 'call' })
  const json = parseJson(body)
  if (json === undefined) return fail({ code: 'bad-json' })
  return readEntry(call, { header: (name) => headers[name], bytes: Buffer.from(body), json }, session)
}

/** Converts an outcome to the response that the entry would get if it were sent alone. */
const toEntryResult = (
  outcome: Outcome<Delivery>,
  requestId: string,
): ResponseOf<'deliverEntries'>['results'][number] => {
  if (outcome === null) return null
  if (!outcome.ok) {
    return { status: apiErrors[outcome.error.code].status, body: createErrorBody(outcome.error, requestId) }
  }
  const { response, replayed } = outcome.value
  // Responses are always objects. `Object` is only for the compiler.
  return { status: 200, body: Object(response), ...(replayed && { replayed }) }
}

/**
 * Counts the entries of one request against the customer's rate limit. Each entry counts once, even if it
 * is tried both together with the others and alone.
 */
const createAdmissions = (customer: string, takeAllowance: Deps['takeAllowance']) => {
  const admissions = new Map<SentEntry, Result<undefined, ApiError>>()
  const admit = (entry: SentEntry): Result<undefined, ApiError> => {
    const earlierAdmission = admissions.get(entry)
    if (earlierAdmission) return earlierAdmission
    // The rate limit has already counted the request, and with it the first entry.
    const waitSeconds = admissions.size === 0 ? 0 : takeAllowance(customer)
    const admission: Result<undefined, ApiError> =
      waitSeconds > 0 ? fail({ code: 'too-many-requests', retryAfter: waitSeconds }) : ok(undefined)
    admissions.set(entry, admission)
    return admission
  }
  return { admit }
}

/**
 * Delivers outbox entries: `deliverEntry` delivers the only entry of a request, and `deliverEntries` several
 * entries of one. Several entries are stored in one transaction if possible. If that fails, they are
 * delivered one by one, so that one bad entry does not hold up the others.
 */
export const createDeliverEntries = ({ deliver, takeAllowance, measures, log, now }: Deps) => {
  const countOutcome = (call: OutboxCall, result: DeliveryResult): void => {
    if (result.ok) measures.delivery({ call, outcome: result.value.replayed ? 'replayed' : 'stored' })
    else if (result.error.code === 'server-failed') measures.delivery({ call, outcome: 'failed' })
    else measures.delivery({ call, errorCode: result.error.code })
  }

  /** Delivers an entry that came alone or in a rescue file. Throws if its transaction fails. */
  const deliverEntry = async (received: ReceivedEntry): Promise<DeliveryResult> => {
    const { call, customer } = received
    // The rate limit has already counted the request, so `admit` has nothing to do.
    const requested = { received: ok(received), follows: [], admit: () => ok(undefined) }
    try {
      // `deliver` resolves to undefined only for several entries.
      const [outcome] = (await deliver(customer, [requested])) ?? []
      if (!outcome) throw new Error('The only entry of the request has no outcome.')
      countOutcome(call, outcome)
      return outcome
    } catch (error) {
      measures.delivery({ call, outcome: 'failed' })
      throw error
    }
  }

  /**
   * Delivers all entries of a request in one transaction. Resolves to undefined if that is not possible or
   * fails: the entries must be delivered one by one.
   */
  const deliverTogether = (customer: string, requested: readonly RequestedEntry[]) =>
    deliver(customer, requested).catch((error: unknown) => {
      // If the database is unavailable, delivering one by one would only wait for it once per entry.
      if (getUnavailableReason(error) !== undefined) throw error
      const fields = { ...describeError(error), count: requested.length }
      log.warn('entries could not be written together', fields)
      return undefined
    })

  /**
   * Delivers one of several entries. Converts an error that concerns only this entry to a failure, so that
   * the other entries are still delivered.
   */
  const deliverAlone = async (customer: string, requested: RequestedEntry): Promise<Outcome<Delivery>> => {
    try {
      // `follows` is empty, because the caller has already checked the entries that this one follows, and
      // their indices refer to the whole request.
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

  /** Delivers the entries of a request with several. Responds with one result for each, in order. */
  const deliverEntries = async (
    { entries }: BodyOf<'deliverEntries'>,
    session: Session,
    requestId: string,
  ): Promise<ResponseOf<'deliverEntries'>> => {
    const { customer } = session
    const deadline = now().getTime() + batchTimeLimitMs
    const { admit } = createAdmissions(customer, takeAllowance)
    const requested = entries.map((entry) => ({
      received: readSentEntry(entry, session),
      follows: entry.follows ?? [],
      admit: () => admit(entry),
    }))
    const outcomes =
      (await deliverTogether(customer, requested)) ??
      (await processInOrder(
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
