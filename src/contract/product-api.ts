import type * as v from 'valibot'
import type { ApiCall } from './product-api/api-call.ts'
import { adminApi } from './product-api/admin/admin-api.ts'
import { coachApi } from './product-api/coach-api.ts'

/**
 * The table of all calls of the product API (specification §7). The typed client, the server's handlers,
 * request validation and the OpenAPI document are all derived from it. Where the specification does not
 * define a shape, we have chosen it.
 */
export const productApi = {
  ...coachApi,
  ...adminApi,
} as const satisfies Record<string, ApiCall>

export type ProductApi = typeof productApi
export type CallName = keyof ProductApi
export const isCallName = (name: string): name is CallName => Object.hasOwn(productApi, name)
export const callNames: readonly CallName[] = Object.keys(productApi).filter(isCallName)

export type BodyOf<N extends CallName> = v.InferInput<ProductApi[N]['body']>
export type ResponseOf<N extends CallName> = v.InferOutput<ProductApi[N]['response']>

/** The calls that the outbox makes. */
export type OutboxCall = { [N in CallName]: ProductApi[N]['delivery'] extends 'outbox' ? N : never }[CallName]
