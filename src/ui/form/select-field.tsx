import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'
import styles from './select-field.module.css'
import { classNames } from '../class-names.ts'

export type SelectOption = { value: string; label: string; disabled?: boolean }

/** A labelled native select. A placeholder is an option whose value is the empty text. */
export const SelectField = ({
  label,
  hint,
  error,
  options,
  ...rest
}: FieldText & ComponentProps<'select'> & { name: string; options: readonly SelectOption[] }) => (
  <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
    {({ className, ...control }) => (
      <select {...rest} {...control} className={classNames(className, styles.select)}>
        {options.map(({ value, label, disabled }) => (
          <option key={value} value={value} disabled={disabled}>
            {label}
          </option>
        ))}
      </select>
    )}
  </Field>
)
