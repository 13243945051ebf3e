// The codes of all failures of product API calls. They are codes and not error classes: a code passes through HTTP,
// workers and IndexedDB unchanged, but an instance would lose its class.

/** What the sender of an outbox entry does after a failure. */
export type NextAction =
  /** It sends the entry again later. */
  | 'retry'
  /** It waits for a session. */
  | 'sign-in'
  /** It waits until the customer of the entry is signed in instead of another customer. */
  | 'customer'
  /** It shows the entry to the coach, who must act, because the entry cannot succeed unchanged. */
  | 'needs-you'

/** `status` is the HTTP status, 0 without a response. `message` is the id of the message for the coach. */
type ErrorRow = { status: number; next: NextAction; message: `error.${string}` }

/** The codes of the product API's refusals, each with its HTTP status. */
export const apiErrors = {
  'bad-json': { status: 400, next: 'needs-you', message: 'error.badRequest' },
  'invalid-body': { status: 422, next: 'needs-you', message: 'error.badRequest' },
  'key-missing': { status: 400, next: 'needs-you', message: 'error.badRequest' },
  'signed-out': { status: 401, next: 'sign-in', message: 'error.signInNeeded' },
  'identity-refused': { status: 401, next: 'sign-in', message: 'error.signInNeeded' },
  'sign-in-too-old': { status: 401, next: 'sign-in', message: 'error.signInNeeded' },
  'csrf-mismatch': { status: 403, next: 'retry', message: 'error.server' },
  'other-customer': { status: 403, next: 'customer', message: 'error.otherCustomer' },
  'admin-only': { status: 403, next: 'needs-you', message: 'error.forbidden' },
  // An admin has not proved the second factor in this session, or not recently.
  'second-factor-needed': { status: 403, next: 'needs-you', message: 'error.secondFactorNeeded' },
  'not-found': { status: 404, next: 'needs-you', message: 'error.notFound' },
  'method-not-allowed': { status: 405, next: 'needs-you', message: 'error.badRequest' },
  'account-erased': { status: 410, next: 'needs-you', message: 'error.accountDeleted' },
  'key-reused': { status: 409, next: 'needs-you', message: 'error.badRequest' },
  'too-large': { status: 413, next: 'needs-you', message: 'error.tooLarge' },
  'not-json': { status: 415, next: 'needs-you', message: 'error.badRequest' },
  'too-many-requests': { status: 429, next: 'retry', message: 'error.tooManyRequests' },
  'schema-unknown': { status: 501, next: 'retry', message: 'error.server' },
  'server-failed': { status: 500, next: 'retry', message: 'error.server' },
  // An identity provider failed or did not respond.
  'provider-away': { status: 503, next: 'retry', message: 'error.providerUnavailable' },
  maintenance: { status: 503, next: 'retry', message: 'error.maintenance' },
} as const satisfies Record<string, ErrorRow>

/** The codes of failures that the sender itself detects. */
export const transportErrors = {
  offline: { status: 0, next: 'retry', message: 'error.network' },
  /** No response arrived. */
  'no-answer': { status: 0, next: 'retry', message: 'error.network' },
  /** The response does not have our server's format. It comes from a captive portal or proxy. */
  'foreign-answer': { status: 0, next: 'retry', message: 'error.foreignAnswer' },
  /** Our server responds to other requests, so something in between, such as a firewall, blocks this one. */
  blocked: { status: 0, next: 'retry', message: 'error.foreignAnswer' },
  /** No response arrived, although our server responds to other requests. */
  'cut-off': { status: 0, next: 'retry', message: 'error.network' },
  /** The signature of the receipt is wrong, so our server did not issue it. */
  'forged-receipt': { status: 0, next: 'retry', message: 'error.foreignAnswer' },
} as const satisfies Record<string, ErrorRow>

export const errors = { ...apiErrors, ...transportErrors }

export type ApiErrorCode = keyof typeof apiErrors
export type ErrorCode = keyof typeof errors

/** Whether a text is a refusal code of the product API. */
export const isApiErrorCode = (text: unknown): text is ApiErrorCode =>
  typeof text === 'string' && Object.hasOwn(apiErrors, text)
