/** Surrogate halves, which no database stores, and control characters except tabs and line breaks. */
const unseen = /\p{Surrogate}|[^\P{Cc}\t\n\r]/gu

/** A typed or pasted text without invisible characters and without surrounding spaces. */
export const typedText = (text: string): string => text.replaceAll(unseen, '').trim()
