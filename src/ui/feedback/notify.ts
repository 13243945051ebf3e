import type { ReactElement, ReactNode } from 'react'
import { toast, type ExternalToast } from 'sonner'

/** ms a toast stays, by type (specification §9); a loading toast stays until it is replaced or dismissed. */
export const toastDurations = {
  blank: 4000,
  error: 4000,
  success: 2000,
  loading: Number.POSITIVE_INFINITY,
  custom: 4000,
} as const

type Options = Omit<ExternalToast, 'duration'>
type ToastId = string | number

/** Toasts. Each returns an id: pass it as `{ id }` to replace a loading toast by its outcome. */
export const notify = {
  blank: (text: ReactNode, options?: Options): ToastId =>
    toast(text, { ...options, duration: toastDurations.blank }),
  /** The same error again takes the place of the toast that says it already. */
  error: (text: ReactNode, options?: Options): ToastId =>
    toast.error(text, {
      ...(typeof text === 'string' && { id: text }),
      ...options,
      duration: toastDurations.error,
    }),
  success: (text: ReactNode, options?: Options): ToastId =>
    toast.success(text, { ...options, duration: toastDurations.success }),
  loading: (text: ReactNode, options?: Options): ToastId =>
    toast.loading(text, { ...options, duration: toastDurations.loading }),
  custom: (content: (id: ToastId) => ReactElement, options?: Options): ToastId =>
    toast.custom(content, { ...options, duration: toastDurations.custom }),
  dismiss: (id?: ToastId): void => {
    toast.dismiss(id)
  },
}
