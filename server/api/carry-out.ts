import type { OutboxCall } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Measures } from '../metrics/measures.ts'
import type { Deliver, ReadEffect } from './deliver.ts'
import type { Delivered, Delivery } from './delivery.ts'
import type { DeliverTogether } from './deliver-together.ts'
import type { Body, OutboxHandler, OutboxHandlers } from './handler.ts'
import type { Effect } from './write-entries.ts'

type CarryOutDeps = {
  handlers: OutboxHandlers
  deliver: Deliver
  deliverTogether: DeliverTogether
  measures: Pick<Measures, 'delivery'>
}

/** An entry that arrived. `read` parses its body, and runs only if the entry is new. */
export type Arrival<N extends OutboxCall = OutboxCall> = {
  call: N
  delivery: Omit<Delivery, 'call'>
  read: () => Promise<Result<Body<N>, Refusal>>
}

/** One of several entries that arrived in one request. */
export type ArrivalAmongOthers = {
  /** The entry, or the reason that it cannot be read. */
  arrival: Result<Arrival, Refusal>
  /** Indices of earlier entries that must be stored first. */
  follows: readonly number[]
}

/** The outcome of an entry; null if it was not tried. */
export type Outcome = Result<Delivered, Refusal> | null

/* oxlint-disable typescript/no-unnecessary-type-parameters -- N ties a body to the handler of the same row. */

const effectOf = <N extends OutboxCall>(handler: OutboxHandler<N>, body: Body<N>): Effect =>
  'adds' in handler
    ? { adds: (entry) => handler.adds(entry, body) }
    : { write: (tx, entry) => handler.write(tx, entry, body) }

/** Carries out entries from single calls and batches. Every write of an outbox entry takes this path. */
export const createCarryOut = ({ handlers, deliver, deliverTogether, measures }: CarryOutDeps) => {
  const effectReader = <N extends OutboxCall>({ call, delivery, read }: Arrival<N>): ReadEffect => {
    const handler: OutboxHandlers[N] = handlers[call]
    return async () => {
      const body = await read()
      if (!body.ok) return body
      const refusal = handler.refuse?.(body.value, delivery.version)
      return refusal ? fail(refusal) : ok(effectOf<N>(handler, body.value))
    }
  }

  const note = (call: OutboxCall, delivered: Result<Delivered, Refusal>): void => {
    if (delivered.ok) measures.delivery({ call, outcome: delivered.value.replayed ? 'replayed' : 'stored' })
    else if (delivered.error.code === 'server-failed') measures.delivery({ call, outcome: 'failed' })
    else measures.delivery({ call, refused: delivered.error.code })
  }

  const carryOut = async <N extends OutboxCall>(arrival: Arrival<N>): Promise<Result<Delivered, Refusal>> => {
    const { call, delivery } = arrival
    try {
      const delivered = await deliver({ ...delivery, call }, effectReader(arrival))
      note(call, delivered)
      return delivered
    } catch (error) {
      measures.delivery({ call, outcome: 'failed' })
      throw error
    }
  }

  /** The outcome of each entry, in order. `admit` refuses an entry if the customer's allowance is used up. */
  const carryOutTogether = async (
    arrivals: readonly ArrivalAmongOthers[],
    admit: () => Result<undefined, Refusal>,
  ): Promise<Outcome[]> => {
    const outcomes = await deliverTogether(
      arrivals.map(({ arrival, follows }) => ({
        follows,
        admit,
        arrival: arrival.ok
          ? ok({
              delivery: { ...arrival.value.delivery, call: arrival.value.call },
              read: effectReader(arrival.value),
            })
          : arrival,
      })),
    )
    for (const [at, outcome] of outcomes.entries()) {
      const arrival = arrivals[at]?.arrival
      if (outcome && arrival?.ok) note(arrival.value.call, outcome)
    }
    return outcomes
  }

  return { carryOut, carryOutTogether }
}

export type CarryOut = ReturnType<typeof createCarryOut>['carryOut']
export type CarryOutTogether = ReturnType<typeof createCarryOut>['carryOutTogether']
