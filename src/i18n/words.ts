import type { I18n } from '@lingui/core'
import type { MessageId } from './message-id.ts'

/** Values for the variables of an ICU message. */
export type WordValues = Record<string, string | number | Date>

/** Says one interface message in the language of a locale. */
export type Words = (id: MessageId, values?: WordValues) => string

/** The words of a loaded locale, for code outside of React. */
export const wordsOf =
  (i18n: I18n): Words =>
  (id, values) =>
    i18n._(id, values)
