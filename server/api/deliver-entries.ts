import { apiErrors } from '../../src/contract/errors.ts'
import type { SentEntry } from '../../src/contract/product-api/delivery-api.ts'
import { isCallName, type BodyOf, type OutboxCall, type ResponseOf } from '../../src/contract/product-api.ts'
import { parseJson } from '../../src/lib/http/parse-json.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import { awayReason } from '../db/connection/database-away.ts'
import { isCustomerMissing } from '../db/customers/is-customer-missing.ts'
import type { Session } from '../http/app-env.ts'
import { describeError, type Log } from '../http/log.ts'
import { refusalBody, type Refusal } from '../http/refusal.ts'
import type { Measures } from '../metrics/measures.ts'
import { tryInOrder, type Deliver, type Delivered, type Outcome, type RequestedEntry } from './deliver.ts'
import { isOutbox } from './handler.ts'
import { readEntry, type ReceivedEntry } from './read-entry.ts'

type Deps = {
  deliver: Deliver
  /** Takes one call from a customer's allowance. Returns 0 if a call was left, else the s until the next. */
  takeAllowance: (customer: string) => number
  measures: Pick<Measures, 'delivery'>
  log: Pick<Log, 'warn' | 'error'>
  now: () => Date
}

/** ms after which no further entry is tried. The sender waits 30 s and resends entries without a result. */
const timeForAll = 10_000

const readSent = ({ call, headers, body }: SentEntry, session: Session): Result<ReceivedEntry, Refusal> => {
  // A newer copy of the server may know the call.
  if (!isCallName(call)) return fail({ code: 'schema-unknown', path: 'call' })
  if (!isOutbox(call)) return fail({ code: 'invalid-body', path: 'call' })
  const json = parseJson(body)
  if (json === undefined) return fail({ code: 'bad-json' })
  return readEntry(call, { header: (name) => headers[name], bytes: Buffer.from(body), json }, session)
}

const resultOf = (outcome: Outcome, requestId: string): ResponseOf<'deliverEntries'>['results'][number] => {
  if (outcome === null) return null
  if (!outcome.ok) {
    return { status: apiErrors[outcome.error.code].status, body: refusalBody(outcome.error, requestId) }
  }
  const { response, replayed } = outcome.value
  return { status: 200, body: Object(response), ...(replayed && { replayed }) }
}

/** Delivers and counts the entries of requests: those with one entry, and those with several. */
export const createDeliverEntries = ({ deliver, takeAllowance, measures, log, now }: Deps) => {
  const count = (call: OutboxCall, delivered: Result<Delivered, Refusal>): void => {
    if (delivered.ok) measures.delivery({ call, outcome: delivered.value.replayed ? 'replayed' : 'stored' })
    else if (delivered.error.code === 'server-failed') measures.delivery({ call, outcome: 'failed' })
    else measures.delivery({ call, refused: delivered.error.code })
  }

  /** Delivers an entry that came alone, or in a rescue file. Throws if its transaction fails. */
  const deliverEntry = async (received: ReceivedEntry): Promise<Result<Delivered, Refusal>> => {
    const { call, customer } = received
    const alone = { received: ok(received), follows: [], admit: () => ok(undefined) }
    try {
      const [outcome] = (await deliver(customer, [alone])) ?? []
      if (!outcome) throw new Error('The only entry of a request was not tried.')
      count(call, outcome)
      return outcome
    } catch (error) {
      measures.delivery({ call, outcome: 'failed' })
      throw error
    }
  }

  /** A function for each entry of a request that admits it once, even if the entry is tried several times. */
  const createAdmission = (customer: string) => {
    // The rate limit has already counted the request, for the first entry.
    let tried = 0
    const take = (): Result<undefined, Refusal> => {
      const wait = tried === 0 ? 0 : takeAllowance(customer)
      tried += 1
      return wait > 0 ? fail({ code: 'too-many-requests', retryAfter: wait }) : ok(undefined)
    }
    return () => {
      let admitted: Result<undefined, Refusal> | undefined
      return () => (admitted ??= take())
    }
  }

  /** Undefined if the entries must be delivered one by one. */
  const deliverTogether = (customer: string, requested: readonly RequestedEntry[]) =>
    deliver(customer, requested).catch((error: unknown) => {
      // Delivered one by one, each entry would wait for the database.
      if (awayReason(error) !== undefined) throw error
      const fields = { ...describeError(error), count: requested.length }
      log.warn('entries could not be written together', fields)
      return undefined
    })

  /** A failing entry does not affect the others. */
  const deliverAlone = async (customer: string, one: RequestedEntry): Promise<Outcome> => {
    try {
      const [outcome = null] = (await deliver(customer, [{ ...one, follows: [] }])) ?? []
      return outcome
    } catch (error) {
      if (awayReason(error) !== undefined) throw error
      if (isCustomerMissing(error)) return fail({ code: 'account-erased' })
      const entry = one.received.ok ? one.received.value : undefined
      log.error('an entry failed', error, { call: entry?.call, key: entry?.key })
      return fail({ code: 'server-failed' })
    }
  }

  /** Delivers several entries. The result of each is the response that a call of its own would get. */
  const deliverEntries = async (
    { entries }: BodyOf<'deliverEntries'>,
    session: Session,
    requestId: string,
  ): Promise<ResponseOf<'deliverEntries'>> => {
    const { customer } = session
    const end = now().getTime() + timeForAll
    const createAdmit = createAdmission(customer)
    const requested = entries.map((entry) => ({
      received: readSent(entry, session),
      follows: entry.follows ?? [],
      admit: createAdmit(),
    }))
    const outcomes =
      (await deliverTogether(customer, requested)) ??
      (await tryInOrder(
        requested,
        (one) => deliverAlone(customer, one),
        () => now().getTime() > end,
      ))
    for (const [at, { received }] of requested.entries()) {
      const outcome = outcomes[at]
      if (received.ok && outcome) count(received.value.call, outcome)
    }
    return { results: outcomes.map((outcome) => resultOf(outcome, requestId)) }
  }

  return { deliverEntry, deliverEntries }
}

export type DeliverEntries = ReturnType<typeof createDeliverEntries>
