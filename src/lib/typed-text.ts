/** Halves of surrogate pairs, which no database stores, and control characters other than tabs and line breaks. */
const unseen = /\p{Surrogate}|[^\P{Cc}\t\n\r]/gu

/** A text that a person typed or pasted, without what came along unseen and without the spaces around it. */
export const typedText = (text: string): string => text.replaceAll(unseen, '').trim()
