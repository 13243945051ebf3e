/** The part of a page's global scope that is looked at; a browser that is too old lacks some of it. */
type Scope = {
  isSecureContext: boolean
  structuredClone?: unknown
  BroadcastChannel?: unknown
  AbortSignal?: { timeout?: unknown }
  Object: { hasOwn?: unknown }
  Array: { prototype: { findLast?: unknown } }
  navigator: { locks?: unknown; serviceWorker?: unknown }
}

/** iOS and Safari before 16.4 fail on these expressions when they read a script, and with it on the whole script. */
const readsLookbehind = (): boolean => {
  try {
    return new RegExp('(?<=a)b').test('ab')
  } catch {
    return false
  }
}

/**
 * Whether the app cannot run here at all. The floor is iOS 16.4, Chrome 109 and Firefox 115 (`docs/browsers.md`); a browser below it
 * that has all this may try.
 */
export const isTooOld = (scope: Scope): boolean => {
  // Without HTTPS every browser lacks some of it.
  if (!scope.isSecureContext) return false
  return !(
    readsLookbehind() &&
    scope.structuredClone &&
    scope.BroadcastChannel &&
    scope.AbortSignal?.timeout &&
    scope.Object.hasOwn &&
    scope.Array.prototype.findLast &&
    scope.navigator.locks
  )
}
