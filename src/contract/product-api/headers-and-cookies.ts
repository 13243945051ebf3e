// The headers and cookies that the app and the product API exchange, with the lifetimes of the cookies.

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
