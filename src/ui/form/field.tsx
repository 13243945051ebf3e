import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

export type FieldText = { label: string; hint?: ReactNode; error?: string | undefined }

/** What the control inside a field needs so that assistive technology reads its label, hint and error. */
export type FieldControl = {
  id: string
  className: string | undefined
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

/** The frame around one control: label above, hint and error below, tied together by ids. */
export const Field = ({
  label,
  hint,
  error,
  children,
}: FieldText & { children: (control: FieldControl) => ReactNode }) => {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      {hint !== undefined && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {children({
        id,
        className: styles.control,
        'aria-describedby': described || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {error && (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
