import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'
import { PasswordInput } from './password-input.tsx'

/** A labelled line of text; a password can be shown. */
export const TextField = ({
  label,
  hint,
  error,
  type = 'text',
  ...rest
}: FieldText & ComponentProps<'input'> & { name: string }) => (
  <Field label={label} error={error} {...(hint === undefined ? {} : { hint })}>
    {(control) =>
      type === 'password' ? (
        <PasswordInput {...rest} {...control} />
      ) : (
        <input {...rest} {...control} type={type} />
      )
    }
  </Field>
)
