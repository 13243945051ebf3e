import type { ReactElement, ReactNode } from 'react'
import type { ExternalToast, toast as sonnerToast } from 'sonner'

type Toast = typeof sonnerToast
type ToasterCall = (toast: Toast) => void

/**
 * Connects `notify` to the toaster, which is loaded shortly after the start, or when the first toast is
 * requested. `toast` is set while the toaster is connected. Until then, `waiting` holds the calls.
 */
const connection: { toast?: Toast; waiting: ToasterCall[]; onRequest?: () => void } = { waiting: [] }

/** Calls the toaster, now or as soon as it is loaded. */
const callToaster = (call: ToasterCall): void => {
  if (connection.toast) return call(connection.toast)
  connection.waiting.push(call)
  connection.onRequest?.()
}

/**
 * Calls the listener when a toast is requested while no toaster is loaded. Returns a function that stops
 * listening.
 */
export const onToastRequested = (listener: () => void): (() => void) => {
  connection.onRequest = listener
  if (connection.waiting.length > 0) listener()
  return () => delete connection.onRequest
}

/**
 * Connects the toaster: it receives the waiting calls and all later ones. Returns a function that disconnects
 * it.
 */
export const connectToaster = (toast: Toast): (() => void) => {
  connection.toast = toast
  for (const call of connection.waiting.splice(0)) call(toast)
  return () => delete connection.toast
}

/**
 * How long a toast stays, in ms, by type (specification §9). A loading toast stays until it is replaced or
 * dismissed.
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

let idCount = 0
/** Creates the id of a toast that has none. Sonner, which usually creates ids, may not be loaded yet. */
const createToastId = (): ToastId => `toast ${(idCount += 1)}`

const createNotifier =
  (type: 'error' | 'success' | 'loading') =>
  (text: ReactNode, options?: Options): ToastId => {
    const id = options?.id ?? createToastId()
    callToaster((toast) => toast[type](text, { ...options, id, duration: toastDurations[type] }))
    return id
  }

const notifyError = createNotifier('error')

/**
 * Shows and dismisses toasts. The functions that show a toast return its id: pass it as `{ id }` to replace a
 * loading toast with its outcome.
 */
export const notify = {
  blank: (text: ReactNode, options?: Options): ToastId => {
    const id = options?.id ?? createToastId()
    callToaster((toast) => toast(text, { ...options, id, duration: toastDurations.blank }))
    return id
  },
  /** A repeated error replaces the toast with the same text. */
  error: (text: ReactNode, options?: Options): ToastId =>
    notifyError(text, { ...(typeof text === 'string' && { id: text }), ...options }),
  success: createNotifier('success'),
  loading: createNotifier('loading'),
  custom: (content: (id: ToastId) => ReactElement, options?: Options): ToastId => {
    const id = options?.id ?? createToastId()
    callToaster((toast) => toast.custom(content, { ...options, id, duration: toastDurations.custom }))
    return id
  },
  dismiss: (id?: ToastId): void => {
    callToaster((toast) => toast.dismiss(id))
  },
}
