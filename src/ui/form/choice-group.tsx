import { useId } from 'react'
import styles from './choice.module.css'
import field from './field.module.css'

export type Choice = { value: string; label: string }

export type ChoiceGroupProps = {
  legend: string
  name: string
  options: readonly Choice[]
  hint?: string
  error?: string | undefined
  disabled?: boolean
}

/** The frame that radio buttons and tick boxes share: a fieldset with its question as the legend. */
export const ChoiceGroup = ({
  legend,
  name,
  options,
  hint,
  error,
  disabled,
  type,
  isChecked,
  onToggle,
}: ChoiceGroupProps & {
  type: 'radio' | 'checkbox'
  isChecked: (value: string) => boolean
  onToggle: (value: string, checked: boolean) => void
}) => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ')
  return (
    <fieldset className={styles.group} disabled={disabled} aria-describedby={described || undefined}>
      <legend className={styles.legend}>{legend}</legend>
      {hint && (
        <p className={field.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <div className={styles.options}>
        {options.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input
              type={type}
              name={name}
              value={value}
              checked={isChecked(value)}
              aria-invalid={error ? true : undefined}
              onChange={(event) => onToggle(value, event.currentTarget.checked)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
      {error && (
        <p className={field.error} id={`${id}-error`}>
          {error}
        </p>
      )}
    </fieldset>
  )
}
