import { compileMessageOrThrow, type CompiledMessage } from '@lingui/message-utils/compileMessage'
import { readCatalogue } from '../locales/read-catalogue.ts'
import type { LocaleCode } from '../src/config/locales.ts'

/** Messages as translators write them, with nested keys. */
type NestedMessages = { [key: string]: string | NestedMessages }

/** Joins nested keys to dot paths: `{ error: { title } }` becomes `error.title`. */
export const flattenMessages = (messages: NestedMessages, prefix = ''): Record<string, string> => {
  const messagesById: Record<string, string> = {}
  for (const [key, value] of Object.entries(messages)) {
    if (typeof value === 'string') messagesById[prefix + key] = value
    else Object.assign(messagesById, flattenMessages(value, `${prefix}${key}.`))
  }
  return messagesById
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

/** Creates a function that returns an uncompiled message of a locale by id. It throws for an unknown id. */
export const createTranslator = (locale: LocaleCode): ((id: string) => string) => {
  const messages = flattenMessages(readCatalogue(locale, 'messages'))
  return (id) => {
    const text = messages[id]
    if (text === undefined) throw new Error(`${locale} has no message ${id}`)
    return text
  }
}
