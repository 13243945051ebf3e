import type { SentEntry } from '../../src/contract/product-api/delivery-api.ts'
import { isCallName, type BodyOf, type ResponseOf } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Session } from '../http/app-env.ts'
import { refusalBody, type Refusal } from '../http/refusal.ts'
import { apiErrors } from '../../src/contract/errors.ts'
import { readArrival } from './arrival.ts'
import type { Arrival, CarryOutTogether } from './carry-out.ts'
import { isOutbox } from './handler.ts'

type Deps = {
  carryOutTogether: CarryOutTogether
  /** Takes one call from a customer's allowance. Returns 0 if a call was left, else the s until the next. */
  takeAllowance: (customer: string) => number
}

const jsonOf = (text: string): Result<unknown, Refusal> => {
  try {
    return ok(JSON.parse(text))
  } catch {
    return fail({ code: 'bad-json' })
  }
}

const arrivalOf = ({ call, headers: said, body }: SentEntry, session: Session): Result<Arrival, Refusal> => {
  // A newer copy of the server may know the call.
  if (!isCallName(call)) return fail({ code: 'schema-unknown', path: 'call' })
  if (!isOutbox(call)) return fail({ code: 'invalid-body', path: 'call' })
  const json = jsonOf(body)
  if (!json.ok) return json
  const bytes = Buffer.from(body)
  return readArrival(call, { header: (name) => said[name], bytes, json: json.value }, session)
}

/** Delivers several entries. The result of each is the response that a call of its own would get. */
export const createDeliverEntries =
  ({ carryOutTogether, takeAllowance }: Deps) =>
  async (
    { entries }: BodyOf<'deliverEntries'>,
    session: Session,
    requestId: string,
  ): Promise<ResponseOf<'deliverEntries'>> => {
    // The rate limit has already counted the request, for the first entry.
    let admitted = 0
    const admit = (): Result<undefined, Refusal> => {
      const wait = admitted === 0 ? 0 : takeAllowance(session.customer)
      admitted += 1
      return wait > 0 ? fail({ code: 'too-many-requests', retryAfter: wait }) : ok(undefined)
    }
    const arrivals = entries.map((entry) => ({
      arrival: arrivalOf(entry, session),
      follows: entry.follows ?? [],
    }))
    const outcomes = await carryOutTogether(arrivals, admit)
    const results = outcomes.map((outcome) => {
      if (outcome === null) return null
      if (!outcome.ok) {
        return { status: apiErrors[outcome.error.code].status, body: refusalBody(outcome.error, requestId) }
      }
      const { response, replayed } = outcome.value
      const body = Object(response)
      return replayed ? { status: 200, body, replayed } : { status: 200, body }
    })
    return { results }
  }

export type DeliverEntries = ReturnType<typeof createDeliverEntries>
