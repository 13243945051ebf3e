import type * as v from 'valibot'
import type { ApiCall } from './product-api/api-call.ts'
import { certificateApi } from './product-api/certificate.ts'
import { customerApi, eventApi } from './product-api/customer-api.ts'
import { deliveryApi, receiptApi } from './product-api/delivery-api.ts'
import { devicesApi } from './product-api/devices-api.ts'
import { healthApi } from './product-api/health-api.ts'
import { healthOverviewApi } from './product-api/health-overview-api.ts'
import { progressApi, surveyApi } from './product-api/learning-api.ts'
import { loyaltyApi } from './product-api/loyalty-api.ts'
import { personalDataApi } from './product-api/personal-data-api.ts'
import { programmeApi } from './product-api/programme-api.ts'
import { rolesApi } from './product-api/roles-api.ts'
import { secondFactorApi } from './product-api/second-factor-api.ts'
import { sessionApi } from './product-api/session-api.ts'

/**
 * The table of all calls of the product API (specification §7). The typed client, the server's handlers,
 * request validation and the OpenAPI document are all derived from it. Where the specification does not
 * define a shape, we have chosen it.
 */
export const productApi = {
  ...sessionApi,
  ...secondFactorApi,
  ...rolesApi,
  ...loyaltyApi,
  ...customerApi,
  ...eventApi,
  ...surveyApi,
  ...progressApi,
  ...certificateApi,
  ...deliveryApi,
  ...receiptApi,
  ...devicesApi,
  ...healthApi,
  ...healthOverviewApi,
  ...programmeApi,
  ...personalDataApi,
} as const satisfies Record<string, ApiCall>

export type ProductApi = typeof productApi
export type CallName = keyof ProductApi
export const isCallName = (name: string): name is CallName => Object.hasOwn(productApi, name)
export const callNames: readonly CallName[] = Object.keys(productApi).filter(isCallName)

export type BodyOf<N extends CallName> = v.InferInput<ProductApi[N]['body']>
export type ResponseOf<N extends CallName> = v.InferOutput<ProductApi[N]['response']>

/** The calls that the outbox makes. */
export type OutboxCall = { [N in CallName]: ProductApi[N]['delivery'] extends 'outbox' ? N : never }[CallName]

/** The header names of the product API. */
export const headers = {
  csrf: 'X-XSRF-TOKEN',
  idempotencyKey: 'Idempotency-Key',
  idempotentReplay: 'Idempotent-Replay',
  requestId: 'X-Request-Id',
  /** `<device>/<sequence>` of an outbox entry. It does not identify the customer. */
  deviceSequence: 'X-Device-Sequence',
  /** The contract version of an outbox entry's body; the current version if absent. */
  schemaVersion: 'X-Schema-Version',
  /** When an outbox entry was captured, in ISO 8601 by the device's corrected clock. */
  capturedAt: 'X-Captured-At',
  /** The receipt, as JSON, of an entry that is delivered again because the server has lost it. */
  formerReceipt: 'X-Former-Receipt',
} as const

/**
 * The names of the cookies. The session and device cookies are HttpOnly, and with TLS their names have the
 * prefix `__Host-`. Each sign-in sets both again.
 */
export const cookies = { csrf: 'XSRF-TOKEN', session: 'bb_session', device: 'bb_device' } as const
export const sessionDays = 30
/** The lifetime of the device cookie. Browsers allow no longer lifetime. */
export const deviceDays = 400
