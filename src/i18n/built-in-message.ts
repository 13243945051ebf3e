import { builtInMessages } from 'virtual:built-in-messages'
import type { LocaleCode } from '../config/locales.ts'
import type { BuiltInMessageId } from './built-in-message-ids.ts'

/** Returns a message that is available without the catalogue of its locale. */
export const getBuiltInMessage = (locale: LocaleCode, id: BuiltInMessageId): string =>
  builtInMessages[locale][id]
