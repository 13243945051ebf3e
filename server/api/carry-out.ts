import type { OutboxCall } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Measures } from '../metrics/measures.ts'
import type { Deliver, Delivered, Delivery } from './deliver.ts'
import type { Body, OutboxHandlers } from './handler.ts'

type CarryOutDeps = { handlers: OutboxHandlers; deliver: Deliver; measures: Pick<Measures, 'delivery'> }

/* oxlint-disable typescript/no-unnecessary-type-parameters -- N ties a body to the handler of the same row. */

/** Carries out an entry, whoever brings it: the one way by which anything of an outbox is written. */
export const createCarryOut = ({ handlers, deliver, measures }: CarryOutDeps) => {
  const carryOut = <N extends OutboxCall>(
    call: N,
    delivery: Omit<Delivery, 'call'>,
    read: () => Promise<Result<Body<N>, Refusal>>,
  ): Promise<Result<Delivered, Refusal>> => {
    const handler: OutboxHandlers[N] = handlers[call]
    return deliver({ ...delivery, call }, async () => {
      const body = await read()
      if (!body.ok) return body
      const refusal = handler.refuse?.(body.value, delivery.version)
      return refusal ? fail(refusal) : ok((tx, entry) => handler.write(tx, entry, body.value))
    })
  }

  return async <N extends OutboxCall>(...entry: Parameters<typeof carryOut<N>>) => {
    const [call] = entry
    try {
      const delivered = await carryOut(...entry)
      if (!delivered.ok) measures.delivery({ call, refused: delivered.error.code })
      else measures.delivery({ call, outcome: delivered.value.replayed ? 'replayed' : 'stored' })
      return delivered
    } catch (error) {
      measures.delivery({ call, outcome: 'failed' })
      throw error
    }
  }
}

export type CarryOut = ReturnType<typeof createCarryOut>
