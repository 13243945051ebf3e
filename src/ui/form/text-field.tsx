import type { ComponentProps } from 'react'
import { Field, type FieldText } from './field.tsx'
import { PasswordInput } from './password-input.tsx'

/** A labelled input for one line of text; a password can be shown. */
export const TextField = ({ label, hint, type = 'text', ...rest }: FieldText & ComponentProps<'input'>) => (
  <Field label={label} name={rest.name} hint={hint}>
    {(control) =>
      type === 'password' ? (
        <PasswordInput {...rest} {...control} />
      ) : (
        <input {...rest} {...control} type={type} />
      )
    }
  </Field>
)
