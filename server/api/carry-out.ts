import type { OutboxCall } from '../../src/contract/product-api.ts'
import { fail, ok, type Result } from '../../src/lib/result.ts'
import type { Refusal } from '../http/refusal.ts'
import type { Body, Handlers } from './handler.ts'
import type { Deliver, Delivered, Delivery } from './deliver.ts'

/* oxlint-disable typescript/no-unnecessary-type-parameters -- N ties a body to the handler of the same row. */

/** Carries out an entry, whoever brings it: the one way by which anything of an outbox is written. */
export const createCarryOut =
  ({ handlers, deliver }: { handlers: Handlers['outbox']; deliver: Deliver }) =>
  async <N extends OutboxCall>(
    call: N,
    delivery: Omit<Delivery, 'call'>,
    read: () => Promise<Result<Body<N>, Refusal>>,
  ): Promise<Result<Delivered, Refusal>> => {
    const handler: Handlers['outbox'][N] = handlers[call]
    return deliver({ ...delivery, call }, async () => {
      const body = await read()
      if (!body.ok) return body
      const refusal = handler.refuse?.(body.value)
      return refusal ? fail(refusal) : ok((tx, entry) => handler.write(tx, entry, body.value))
    })
  }

export type CarryOut = ReturnType<typeof createCarryOut>
