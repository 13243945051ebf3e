import { use, useId, type ReactNode } from 'react'
import { FieldErrors } from './field-errors.ts'
import styles from './field.module.css'

/** The hint and the error of a field, and the attributes that tie them to its control for assistive technology. */
export const useFieldTexts = (name: string, hint: ReactNode) => {
  const id = useId()
  const error = use(FieldErrors)[name]
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return {
    id,
    hintText: hint !== undefined && (
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
