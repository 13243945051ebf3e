/**
 * Whether this browser has passkeys. They need a secure page, as the app itself does. True while a page is
 * prerendered, because almost every browser has them, and the form should not move when the app starts.
 */
export const hasPasskeys = (): boolean =>
  typeof document === 'undefined' || typeof PublicKeyCredential === 'function'
