import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

type Props = Pick<ComponentProps<typeof TextField>, 'label' | 'ref' | 'defaultValue' | 'autoComplete'>

/** Asks for the email address of an account, as keyboards and password managers know it. */
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
