import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { Field, type FieldText } from './field.tsx'
import styles from './select-field.module.css'

export type SelectOption = { value: string; label: string }

type Props = FieldText & ComponentProps<'select'> & { options: readonly SelectOption[] }

/** A labelled native select. A placeholder is an option whose value is the empty string. */
export const SelectField = ({ label, hint, options, ...rest }: Props) => (
  <Field label={label} name={rest.name} hint={hint}>
    {({ className, ...control }) => (
      <span className={styles.box}>
        <select {...rest} {...control} className={classNames(className, styles.select)}>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </span>
    )}
  </Field>
)
