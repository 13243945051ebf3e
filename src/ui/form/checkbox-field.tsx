import { useId, type ComponentProps, type ReactNode } from 'react'
import styles from './choice.module.css'
import field from './field.module.css'

/** One box to tick, with its sentence beside it. */
export const CheckboxField = ({
  label,
  hint,
  error,
  ...rest
}: Omit<ComponentProps<'input'>, 'type'> & {
  label: ReactNode
  name: string
  hint?: ReactNode
  error?: string | undefined
}) => {
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <div className={field.field}>
      <label className={styles.choice}>
        <input
          {...rest}
          type="checkbox"
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
        />
        <span>{label}</span>
      </label>
      {hint !== undefined && (
        <p className={field.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={field.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
