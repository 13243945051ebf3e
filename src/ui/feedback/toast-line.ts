import type { toast as sonnerToast } from 'sonner'

type Toast = typeof sonnerToast
type Call = (toast: Toast) => void

/**
 * Connects `notify` to the toaster, which is loaded when the first toast is requested, or a moment before.
 */
const line: { toast?: Toast; waiting: Call[]; onWanted?: () => void } = { waiting: [] }

/** Calls the toaster, now or as soon as it is loaded. */
export const callToaster = (call: Call): void => {
  if (line.toast) return call(line.toast)
  line.waiting.push(call)
  line.onWanted?.()
}

/**
 * Calls the listener when a toast is requested while no toaster is loaded. Returns a function that stops
 * listening.
 */
export const whenWanted = (listener: () => void): (() => void) => {
  line.onWanted = listener
  if (line.waiting.length > 0) listener()
  return () => delete line.onWanted
}

/**
 * Connects the toaster: it receives the waiting calls and all later ones. Returns a function that disconnects
 * it.
 */
export const openToaster = (toast: Toast): (() => void) => {
  line.toast = toast
  for (const call of line.waiting.splice(0)) call(toast)
  return () => delete line.toast
}
