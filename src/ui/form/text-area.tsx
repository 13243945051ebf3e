import type { ComponentProps } from 'react'
import { Field, type FieldWords } from './field.tsx'

/** A labelled text of several lines. */
export const TextArea = ({
  label,
  hint,
  error,
  ...rest
}: FieldWords & ComponentProps<'textarea'> & { name: string }) => (
  <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
    {(control) => <textarea {...rest} {...control} />}
  </Field>
)
