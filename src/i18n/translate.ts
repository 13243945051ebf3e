import type { I18n } from '@lingui/core'
import type { MessageId } from './message-id.ts'

/** Values for the variables of an ICU message. */
export type MessageValues = Record<string, string | number | Date>

/** Renders one interface message in the language of a locale. */
export type Translate = (id: MessageId, values?: MessageValues) => string

/** Renders the messages of a loaded locale outside React. */
export const createTranslate =
  (i18n: I18n): Translate =>
  (id, values) =>
    i18n._(id, values)
