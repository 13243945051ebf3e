import { invisibleMarks } from './display-name.ts'

/**
 * Converts a typed or pasted name to one line without control characters and without invisible marks, which
 * could change the direction of the text after it. May return an empty text.
 */
export const toPlainName = (name: string): string =>
  name
    .replaceAll(invisibleMarks, '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()

/**
 * Returns a text between marks that isolate its direction (Unicode, "First Strong Isolate"), for use inside a
 * sentence. Otherwise a name in Arabic could move an id beside it.
 */
export const isolate = (text: string): string => `\u2068${text}\u2069`
