/** A signal that aborts with the first of the given ones, as `AbortSignal.any` makes it, which iOS has since 17.4. */
export const anySignal = (...signals: AbortSignal[]): AbortSignal => {
  const first = new AbortController()
  for (const signal of signals) {
    const follow = () => first.abort(signal.reason)
    if (signal.aborted) follow()
    // Their listeners go with the first that aborts: one of them may outlive many requests.
    else signal.addEventListener('abort', follow, { once: true, signal: first.signal })
  }
  return first.signal
}
