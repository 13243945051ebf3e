import { createContext, use, useId, type ReactNode } from 'react'
import styles from './field.module.css'

export type FieldText = { label: string; name: string; hint?: ReactNode }

/** The error texts of a form, by field name. */
export const FieldErrors = createContext<Readonly<Record<string, string>>>({})

/**
 * The hint and the error of a field, and the attributes that link them to its control for assistive
 * technology.
 */
export const useFieldTexts = (name: string, hint: ReactNode) => {
  const id = useId()
  const error = use(FieldErrors)[name]
  // If the error repeats the hint, the text is shown once.
  const hasHint = hint !== undefined && hint !== error
  const textIds = [hasHint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
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
    describedBy: textIds || undefined,
    invalid: error ? (true as const) : undefined,
  }
}

/** The attributes that a control needs so that assistive technology reads its label, hint and error. */
type FieldControl = {
  id: string
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The frame around one control: label above, hint and error below, linked by ids. */
export const Field = ({
  label,
  name,
  hint,
  children,
}: FieldText & { children: (control: FieldControl) => ReactNode }) => {
  const { id, hintText, errorText, describedBy, invalid } = useFieldTexts(name, hint)
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hintText}
      {children({
        id,
        className: styles.control,
        'aria-describedby': describedBy,
        'aria-invalid': invalid,
      })}
      {errorText}
    </div>
  )
}
