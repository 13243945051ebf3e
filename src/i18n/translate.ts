import type { I18n } from '@lingui/core'
import type { MessageId } from './message-id.ts'

/** Values for the variables of an ICU message. */
export type MessageValues = Record<string, string | number | Date>

/** Renders one interface message in the language of a locale. */
export type Translate = (id: MessageId, values?: MessageValues) => string

/** A time such as "7:09 p.m." already ends with the full stop of its sentence. */
const withoutSecondStop = (text: string): string => text.replace(/(m\.)\.(?!\.)/g, '$1')

/** Renders the messages of a loaded locale outside React. */
export const createTranslate =
  (i18n: I18n): Translate =>
  (id, values) =>
    withoutSecondStop(i18n._(id, values))
