import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'

/** Nested messages in the form that translators write. */
export type NestedMessages = { [key: string]: string | NestedMessages }

/** Joins nested keys to dot paths: `{ error: { title } }` becomes `error.title`. */
export const flattenMessages = (messages: NestedMessages, prefix = ''): Record<string, string> => {
  const flat: Record<string, string> = {}
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') flat[prefix + key] = value
    else Object.assign(flat, flattenMessages(value, `${prefix}${key}.`))
  }
  return flat
}

/** Compiles every ICU text of a catalogue. Throws with the id of the first invalid text. */
export const compileCatalogue = (messages: NestedMessages): Record<string, CompiledMessage> =>
  Object.fromEntries(
    Object.entries(flattenMessages(messages)).map(([id, text]) => {
      try {
        return [id, compileMessageOrThrow(text)]
      } catch (error) {
        throw new Error(`The message ${id} is not valid ICU: ${text}`, { cause: error })
      }
    }),
  )
