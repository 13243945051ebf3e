import type { ReactElement, ReactNode } from 'react'
import type { ExternalToast, toast as sonnerToast } from 'sonner'

type Toast = typeof sonnerToast
type Call = (toast: Toast) => void

/**
 * Connects `notify` to the toaster, which is loaded when the first toast is requested, or a moment before.
 */
const queue: { toast?: Toast; waiting: Call[]; onRequest?: () => void } = { waiting: [] }

/** Calls the toaster, now or as soon as it is loaded. */
const callToaster = (call: Call): void => {
  if (queue.toast) return call(queue.toast)
  queue.waiting.push(call)
  queue.onRequest?.()
}

/**
 * Calls the listener when a toast is requested while no toaster is loaded. Returns a function that stops
 * listening.
 */
export const onToastRequested = (listener: () => void): (() => void) => {
  queue.onRequest = listener
  if (queue.waiting.length > 0) listener()
  return () => delete queue.onRequest
}

/**
 * Connects the toaster: it receives the waiting calls and all later ones. Returns a function that disconnects
 * it.
 */
export const openToaster = (toast: Toast): (() => void) => {
  queue.toast = toast
  for (const call of queue.waiting.splice(0)) call(toast)
  return () => delete queue.toast
}

/**
 * ms that a toast stays, by type (specification §9). A loading toast stays until it is replaced or dismissed.
 */
export const toastDurations = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Number.POSITIVE_INFINITY,
  custom: 4000,
} as const

type Options = Omit<ExternalToast, 'duration'>
type ToastId = string | number

let count = 0
/** The id of a toast without one: it must be known before the toaster is loaded. */
const nextId = (): ToastId => `toast ${(count += 1)}`

const show =
  (type: 'error' | 'success' | 'loading') =>
  (text: ReactNode, options?: Options): ToastId => {
    const id = options?.id ?? nextId()
    callToaster((toast) => toast[type](text, { ...options, id, duration: toastDurations[type] }))
    return id
  }

/** Toasts. Each function returns an id: pass it as `{ id }` to replace a loading toast with its outcome. */
export const notify = {
  blank: (text: ReactNode, options?: Options): ToastId => {
    const id = options?.id ?? nextId()
    callToaster((toast) => toast(text, { ...options, id, duration: toastDurations.blank }))
    return id
  },
  /** A repeated error replaces the toast with the same text. */
  error: (text: ReactNode, options?: Options): ToastId =>
    show('error')(text, { ...(typeof text === 'string' && { id: text }), ...options }),
  success: show('success'),
  loading: show('loading'),
  custom: (content: (id: ToastId) => ReactElement, options?: Options): ToastId => {
    const id = options?.id ?? nextId()
    callToaster((toast) => toast.custom(content, { ...options, id, duration: toastDurations.custom }))
    return id
  },
  dismiss: (id?: ToastId): void => {
    callToaster((toast) => toast.dismiss(id))
  },
}
