import type { ReactNode } from 'react'
import * as v from 'valibot'
import type { MessageId } from '../../i18n/message-id.ts'
import { fail, ok } from '../../lib/result.ts'
import { check, fieldText } from './field-schemas.ts'
import { Form } from './form.tsx'
import { TextField } from './text-field.tsx'
import { useForm } from './use-form.ts'

/** Creates the schema of a field in which `word` is typed as a confirmation, in any letter case. */
export const createTypedWordSchema = (word: string, message: MessageId) =>
  v.pipe(
    fieldText,
    check((text) => text.toLocaleUpperCase() === word.toLocaleUpperCase(), message),
  )

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

type Props = {
  word: string
  /** Asks for the word. */
  label: string
  /** Shown if another word is typed. */
  wordMessage: MessageId
  /** Shown if `onConfirm` throws. */
  failureMessage: MessageId
  submitLabel: string
  onConfirm: () => Promise<unknown>
  onCancel?: () => void
  children: ReactNode
}

/** Asks for a typed word before an irreversible action. */
export const TypedWordForm = ({
  word,
  label,
  wordMessage,
  failureMessage,
  submitLabel,
  onConfirm,
  onCancel,
  children,
}: Props) => {
  const state = useForm({
    schema: v.object({ word: createTypedWordSchema(word, wordMessage) }),
    submit: async () => {
      try {
        return ok(await onConfirm())
      } catch {
        return fail({ message: failureMessage })
      }
    },
  })
  return (
    <Form state={state} submitLabel={submitLabel} variant="danger" compact onCancel={onCancel}>
      {children}
      <TypedWordField label={label} />
    </Form>
  )
}
