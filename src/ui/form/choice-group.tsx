import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './choice.module.css'
import { useFieldTexts } from './field.tsx'

type Props = {
  legend: ReactNode
  name: string
  options: readonly { value: string; label: string }[]
  hint?: string | undefined
  /** Any number of options may be chosen, not just one. */
  multiple?: boolean
  /** Lays the options out in a row, for places with little height. */
  inRow?: boolean
  /** The values of the chosen options. */
  chosen: readonly string[]
  /** Marks the chosen option as a warning, because it is not valid yet. */
  warned?: boolean
  /** Receives the current choice, in the order of the options. */
  onChange: (chosen: string[]) => void
}

/** Radio buttons, or checkboxes with `multiple`, in a fieldset with the question as its legend. */
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
  const toggle = (toggledValue: string, isChecked: boolean) => {
    const isNowChosen = (value: string) =>
      value === toggledValue ? isChecked : multiple && chosen.includes(value)
    onChange(options.map(({ value }) => value).filter(isNowChosen))
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
