import { TextField } from './text-field.tsx'

/** A field for the word that confirms an irreversible action; `label` names the word. */
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
