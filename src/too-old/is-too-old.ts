/** The checked parts of a page's global scope. A browser that is too old does not have all of them. */
type CheckedScope = {
  isSecureContext: boolean
  structuredClone?: unknown
  BroadcastChannel?: unknown
  AbortSignal?: { timeout?: unknown }
  Object: { hasOwn?: unknown }
  Array: { prototype: { findLast?: unknown } }
  navigator: { locks?: unknown; serviceWorker?: unknown }
}

/**
 * iOS and Safari before 16.4 cannot parse lookbehind expressions, and reject the whole script that contains
 * one.
 */
const supportsLookbehind = (): boolean => {
  try {
    return new RegExp('(?<=a)b').test('ab')
  } catch {
    return false
  }
}

/**
 * Whether the app cannot run in this browser at all. The minimum is iOS 16.4, Chrome 109 and Firefox 115
 * (`docs/browsers.md`). An older browser that has all checked features may still run the app.
 */
export const isTooOld = (scope: CheckedScope): boolean => {
  // Without HTTPS, browsers hide some of these features, so nothing can be concluded.
  if (!scope.isSecureContext) return false
  return !(
    supportsLookbehind() &&
    scope.structuredClone &&
    scope.BroadcastChannel &&
    scope.AbortSignal?.timeout &&
    scope.Object.hasOwn &&
    scope.Array.prototype.findLast &&
    scope.navigator.locks
  )
}
