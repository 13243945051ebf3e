/**
 * `AbortSignal.any`, for iOS before 17.4: returns a signal that aborts when the first of the given signals
 * aborts, with the same reason.
 */
export const anySignal = (...signals: AbortSignal[]): AbortSignal => {
  const controller = new AbortController()
  for (const signal of signals) {
    const onAbort = () => controller.abort(signal.reason)
    if (signal.aborted) onAbort()
    // The first abort also removes the listeners of the other signals, which may exist for much longer.
    else signal.addEventListener('abort', onAbort, { once: true, signal: controller.signal })
  }
  return controller.signal
}
