import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './choice.module.css'
import { useFieldTexts } from './use-field-texts.tsx'

type Props = {
  legend: ReactNode
  name: string
  options: readonly { value: string; label: string }[]
  hint?: string | undefined
  /** Any number of options may be chosen, not just one. */
  multiple?: boolean
  /** Side by side, where there is little height. */
  inRow?: boolean
  chosen: readonly string[]
  /** What is chosen is not right yet. */
  warned?: boolean
  /** Receives what is chosen now, in the order of the options. */
  onChange: (chosen: string[]) => void
}

/** Radio buttons, or with `multiple` boxes to tick: a fieldset with its question as the legend. */
export const ChoiceGroup = ({
  legend,
  name,
  options,
  hint,
  multiple = false,
  inRow = false,
  chosen,
  warned = false,
  onChange,
}: Props) => {
  const { hintText, errorText, describedBy, invalid } = useFieldTexts(name, hint)
  const toggle = (toggled: string, checked: boolean) => {
    const values = options.map(({ value }) => value)
    onChange(values.filter((value) => (value === toggled ? checked : multiple && chosen.includes(value))))
  }
  return (
    <fieldset className={styles.group} aria-describedby={describedBy}>
      <legend className={styles.legend}>{legend}</legend>
      {hintText}
      {errorText}
      <div className={classNames(inRow ? styles.inRow : styles.block, warned && styles.warned)}>
        {options.map(({ value, label }) => (
          <label key={value} className={styles.choice}>
            <input
              type={multiple ? 'checkbox' : 'radio'}
              name={name}
              value={value}
              checked={chosen.includes(value)}
              aria-invalid={invalid}
              onChange={(event) => toggle(value, event.currentTarget.checked)}
            />
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
