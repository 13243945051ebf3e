import type { ComponentProps, ReactNode } from 'react'
import styles from './choice.module.css'
import field from './field.module.css'
import { useFieldTexts } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; name: string; hint?: ReactNode }

/** A checkbox with its label next to it. */
export const CheckboxField = ({ label, hint, ...rest }: Props) => {
  const { hintText, errorText, describedBy, invalid } = useFieldTexts(rest.name, hint)
  return (
    <div className={field.field}>
      <label className={styles.choice}>
        <input {...rest} type="checkbox" aria-describedby={describedBy} aria-invalid={invalid} />
        <span>{label}</span>
      </label>
      {errorText}
      {hintText}
    </div>
  )
}
