type Scope = Pick<EventTarget, 'addEventListener'>

/** Reports each unhandled rejection. */
export const followRejections = (scope: Scope, report: (thrown: unknown) => void): void =>
  scope.addEventListener('unhandledrejection', (event) => {
    if ('reason' in event) report(event.reason)
  })

/** Reports each uncaught error and unhandled rejection, in a page or a worker. */
export const followErrors = (scope: Scope, report: (thrown: unknown) => void): void => {
  scope.addEventListener('error', (event) => {
    // Scripts of other origins hide their error, and a ResizeObserver loop has none.
    if ('error' in event && event.error !== null && event.error !== undefined) report(event.error)
  })
  followRejections(scope, report)
}
