/**
 * Every way in which a product API call can fail, as data. A code crosses HTTP, workers and IndexedDB intact,
 * whereas an error class would lose its fields.
 *
 * `next` is what the sender does: `retry` later without help; `sign-in` waits for a session; `customer` waits
 * for the customer of the entry; `needs-you` cannot succeed unchanged. `message` is a message id.
 */
export type Next = 'retry' | 'sign-in' | 'customer' | 'needs-you'
type ErrorRow = { status: number; next: Next; message: `error.${string}` }

/** Codes with which the product API refuses, each with its HTTP status. */
export const apiErrors = {
  'bad-json': { status: 400, next: 'needs-you', message: 'error.badRequest' },
  'invalid-body': { status: 422, next: 'needs-you', message: 'error.badRequest' },
  'key-missing': { status: 400, next: 'needs-you', message: 'error.badRequest' },
  'signed-out': { status: 401, next: 'sign-in', message: 'error.signInNeeded' },
  'identity-refused': { status: 401, next: 'sign-in', message: 'error.signInNeeded' },
  'sign-in-too-old': { status: 401, next: 'sign-in', message: 'error.signInNeeded' },
  'csrf-mismatch': { status: 403, next: 'retry', message: 'error.server' },
  'other-customer': { status: 403, next: 'customer', message: 'error.forbidden' },
  'admin-only': { status: 403, next: 'needs-you', message: 'error.forbidden' },
  'not-found': { status: 404, next: 'needs-you', message: 'error.notFound' },
  'method-not-allowed': { status: 405, next: 'needs-you', message: 'error.badRequest' },
  'account-erased': { status: 410, next: 'needs-you', message: 'error.accountDeleted' },
  'key-reused': { status: 409, next: 'needs-you', message: 'error.badRequest' },
  'too-large': { status: 413, next: 'needs-you', message: 'error.tooLarge' },
  'not-json': { status: 415, next: 'needs-you', message: 'error.badRequest' },
  'too-many-requests': { status: 429, next: 'retry', message: 'error.tooManyRequests' },
  'schema-unknown': { status: 501, next: 'retry', message: 'error.server' },
  'server-failed': { status: 500, next: 'retry', message: 'error.server' },
  // Not a failure of this server: an identity provider does not respond or fails.
  'provider-away': { status: 503, next: 'retry', message: 'error.providerAway' },
  maintenance: { status: 503, next: 'retry', message: 'error.maintenance' },
} as const satisfies Record<string, ErrorRow>

/** Failures that the sender itself detects, without a response of our server. */
export const transportErrors = {
  offline: { status: 0, next: 'retry', message: 'error.network' },
  'no-answer': { status: 0, next: 'retry', message: 'error.network' },
  'foreign-answer': { status: 0, next: 'retry', message: 'error.foreignAnswer' },
  // Our server responds to other requests, so something on the way, such as a firewall, blocks this one.
  blocked: { status: 0, next: 'retry', message: 'error.foreignAnswer' },
  'cut-off': { status: 0, next: 'retry', message: 'error.network' },
  'forged-receipt': { status: 0, next: 'retry', message: 'error.foreignAnswer' },
} as const satisfies Record<string, ErrorRow>

export const errors = { ...apiErrors, ...transportErrors }

export type ApiErrorCode = keyof typeof apiErrors
export type ErrorCode = keyof typeof errors

/** Whether a text is a refusal code of the product API. */
export const isApiErrorCode = (text: unknown): text is ApiErrorCode =>
  typeof text === 'string' && Object.hasOwn(apiErrors, text)
