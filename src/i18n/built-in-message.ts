import { builtInMessages } from 'virtual:built-in-messages'
import type { LocaleCode } from '../config/locales.ts'
import type { BuiltInMessageId } from './built-in-message-ids.ts'

/** One of the few messages that every locale has without its catalogue. */
export const builtInMessage = (locale: LocaleCode, id: BuiltInMessageId): string =>
  builtInMessages[locale]?.[id] ?? id
