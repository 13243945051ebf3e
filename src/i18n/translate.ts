import type { I18n } from '@lingui/core'
import type { MessageId } from './message-id.ts'

/** Values for the variables of an ICU message. */
export type MessageValues = Record<string, string | number | Date>

/** Renders one interface message. */
export type Translate = (id: MessageId, values?: MessageValues) => string

/** Removes a second full stop at the end of a sentence, after a time such as "7:09 p.m.". */
const removeSecondStop = (text: string): string => text.replace(/(m\.)\.(?!\.)/g, '$1')

/** Returns the function that renders messages of a loaded locale. */
export const createTranslate =
  (i18n: I18n): Translate =>
  (id, values) =>
    removeSecondStop(i18n._(id, values))
