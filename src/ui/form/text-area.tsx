import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

export const TextArea = ({ label, hint, ...rest }: FieldText & ComponentProps<'textarea'>) => (
  <Field label={label} name={rest.name} hint={hint}>
    {(control) => <textarea {...rest} {...control} />}
  </Field>
)
