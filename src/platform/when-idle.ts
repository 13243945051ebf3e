/** ms; for browsers that do not say when they are idle */
const pause = 2000

type Idle = Pick<Window, 'setTimeout'> & Partial<Pick<Window, 'requestIdleCallback'>>

/** Runs something when the browser has nothing else to do. */
export const whenIdle = (window: Idle, run: () => void): void => {
  // oxlint-disable-next-line eslint/no-restricted-properties -- asked whether it is there
  const ask = window.requestIdleCallback?.bind(window)
  if (ask) ask(run)
  else window.setTimeout(run, pause)
}
