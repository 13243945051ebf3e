import type { ComponentProps } from 'react'
import { TextField } from './text-field.tsx'

/** Asks for a word to be typed, before what cannot be undone. */
export const TypedWordField = (props: Pick<ComponentProps<typeof TextField>, 'label' | 'error'>) => (
  <TextField
    {...props}
    name="word"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    required
  />
)
