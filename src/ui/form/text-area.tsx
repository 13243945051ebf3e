import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'

/** A labelled text of several lines. */
export const TextArea = ({
  label,
  hint,
  error,
  ...rest
}: FieldText & ComponentProps<'textarea'> & { name: string }) => (
  <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
    {(control) => <textarea {...rest} {...control} />}
  </Field>
)
