import { readCatalogue } from '../locales/read-catalogue.ts'
import type { LocaleCode } from '../src/config/locales.ts'
import { flattenMessages } from './compile-catalogue.ts'

/** The uncompiled messages of a locale by id. Throws if the locale does not have the id. */
export const messagesOf = (locale: LocaleCode): ((id: string) => string) => {
  const messages = flattenMessages(readCatalogue(locale, 'messages'))
  return (id) => {
    const text = messages[id]
    if (text === undefined) throw new Error(`${locale} lacks the message ${id}`)
    return text
  }
}
