/** The delay in browsers without `requestIdleCallback`. */
const fallbackDelayMs = 2000

type IdleWindow = Pick<Window, 'setTimeout'> & Partial<Pick<Window, 'requestIdleCallback'>>

/** Runs a function when the browser is idle. */
export const whenIdle = (window: IdleWindow, run: () => void): void => {
  // oxlint-disable-next-line eslint/no-restricted-properties -- only tests whether it exists
  const requestIdleCallback = window.requestIdleCallback?.bind(window)
  if (requestIdleCallback) requestIdleCallback(run)
  else window.setTimeout(run, fallbackDelayMs)
}
