/** In ms, for browsers without `requestIdleCallback`. */
const pause = 2000

type Idle = Pick<Window, 'setTimeout'> & Partial<Pick<Window, 'requestIdleCallback'>>

/** Runs a function when the browser is idle. */
export const whenIdle = (window: Idle, run: () => void): void => {
  // oxlint-disable-next-line eslint/no-restricted-properties -- only tests whether it exists
  const ask = window.requestIdleCallback?.bind(window)
  if (ask) ask(run)
  else window.setTimeout(run, pause)
}
