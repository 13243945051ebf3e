/**
 * `AbortSignal.any`, for iOS before 17.4: aborts when the first of the given signals does, with its reason.
 */
export const anySignal = (...signals: AbortSignal[]): AbortSignal => {
  const controller = new AbortController()
  for (const signal of signals) {
    const onAbort = () => controller.abort(signal.reason)
    if (signal.aborted) onAbort()
    // The first abort removes the other listeners, because a signal may outlive many requests.
    else signal.addEventListener('abort', onAbort, { once: true, signal: controller.signal })
  }
  return controller.signal
}
