import type { ReactNode } from 'react'
import styles from './field.module.css'
import { useFieldTexts } from './use-field-texts.tsx'

export type FieldText = { label: string; name: string; hint?: ReactNode }

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
