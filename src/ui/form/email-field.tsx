import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'label' | 'ref' | 'defaultValue' | 'autoComplete'>

/** A field for the email address of an account, with the attributes for keyboards and password managers. */
export const EmailField = (props: Props) => (
  <TextField
    autoComplete="username"
    {...props}
    name="email"
    type="email"
    inputMode="email"
    autoCapitalize="none"
    spellCheck={false}
    required
  />
)
