import type { toast as sonnerToast } from 'sonner'

type Toast = typeof sonnerToast
type Call = (toast: Toast) => void

/** The line between `notify` and the toaster, which is loaded when the first toast is wanted, or a moment before. */
const line: { toast?: Toast; waiting: Call[]; onWanted?: () => void } = { waiting: [] }

/** Calls the toaster, now or as soon as it is there. */
export const callToaster = (call: Call): void => {
  if (line.toast) return call(line.toast)
  line.waiting.push(call)
  line.onWanted?.()
}

/** Tells that a toast is wanted while no toaster is there; returns how to stop. */
export const whenWanted = (listener: () => void): (() => void) => {
  line.onWanted = listener
  if (line.waiting.length > 0) listener()
  return () => delete line.onWanted
}

/** The toaster is on the page: it gets what waits, and everything from now on; returns how to take it away. */
export const openToaster = (toast: Toast): (() => void) => {
  line.toast = toast
  for (const call of line.waiting.splice(0)) call(toast)
  return () => delete line.toast
}
