type Scope = Pick<EventTarget, 'addEventListener'>

/** Tells of each rejection that nothing has caught. */
export const followRejections = (scope: Scope, tell: (thrown: unknown) => void): void =>
  scope.addEventListener('unhandledrejection', (event) => {
    if ('reason' in event) tell(event.reason)
  })

/** Tells of each error and rejection that nothing has caught, in a page or a worker. */
export const followErrors = (scope: Scope, tell: (thrown: unknown) => void): void => {
  scope.addEventListener('error', (event) => {
    // A script of others says nothing of its error, and a loop of a ResizeObserver has none.
    if ('error' in event && event.error !== null && event.error !== undefined) tell(event.error)
  })
  followRejections(scope, tell)
}
