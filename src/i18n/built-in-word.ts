import { builtInWords } from 'virtual:built-in-words'
import type { LocaleCode } from '../config/locales.ts'
import type { BuiltInMessageId } from './built-in-message-ids.ts'

/** One of the few words that every locale can say without its catalogue. */
export const builtInWord = (locale: LocaleCode, id: BuiltInMessageId): string =>
  builtInWords[locale]?.[id] ?? id
