type Scope = Pick<EventTarget, 'addEventListener'>

/** Reports each unhandled rejection. */
export const followRejections = (scope: Scope, tell: (thrown: unknown) => void): void =>
  scope.addEventListener('unhandledrejection', (event) => {
    if ('reason' in event) tell(event.reason)
  })

/** Reports each uncaught error and unhandled rejection, in a page or a worker. */
export const followErrors = (scope: Scope, tell: (thrown: unknown) => void): void => {
  scope.addEventListener('error', (event) => {
    // Scripts of other origins hide their error, and a ResizeObserver loop has none.
    if ('error' in event && event.error !== null && event.error !== undefined) tell(event.error)
  })
  followRejections(scope, tell)
}
