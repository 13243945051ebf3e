import { TextField } from './text-field.tsx'

/** Where a person types the word that confirms what cannot be undone; `label` says which. */
export const TypedWordField = ({ label }: { label: string }) => (
  <TextField
    label={label}
    name="word"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    required
  />
)
