import { use, useId, type ReactNode } from 'react'
import { FieldErrors } from './field-errors.ts'
import styles from './field.module.css'

/**
 * The hint and the error of a field, and the attributes that link them to its control for assistive
 * technology.
 */
export const useFieldTexts = (name: string, hint: ReactNode) => {
  const id = useId()
  const error = use(FieldErrors)[name]
  // If the error repeats the hint, the text is shown once.
  const hasHint = hint !== undefined && hint !== error
  const described = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    hintText: hasHint && (
      <p className={styles.hint} id={`${id}-hint`}>
        {hint}
      </p>
    ),
    errorText: error && (
      <p className={styles.error} id={`${id}-error`}>
        {error}
      </p>
    ),
    describedBy: described || undefined,
    invalid: error ? (true as const) : undefined,
  }
}
