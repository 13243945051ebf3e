/** The Indic scripts, in which joiners change letters. */
const indic = String.raw`\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}`

/**
 * Matches invisible characters that change a letter: joiners (UAX #31) and the selectors of Han characters.
 */
const visibleEffect = String.raw`(?<=[${indic}])[\u200C\u200D]|(?<=\p{sc=Arab})\u200C(?=\p{sc=Arab})|(?<=\p{sc=Han})\p{VS}`

/**
 * Matches the other invisible characters: fillers, soft hyphens, direction marks, lone surrogates and so on.
 */
const invisible = new RegExp(String.raw`(?!${visibleEffect})(?:[\p{DI}\p{Cs}]|(?!\s)\p{Cc})`, 'gu')

/**
 * Matches hyphens that look like the one on the keyboard. Word processors write them, but few fonts have
 * them, and a search for the name with the usual hyphen would fail.
 */
const otherHyphens = /[\u2010\u2011]/g

/**
 * Converts a name for print: on one line, with plain hyphens and without invisible characters. `personName`
 * in `src/contract/shared-schemas.ts` combines the rules of this file with the limit of the length.
 */
export const toPrintedName = (typed: string): string =>
  typed
    .replaceAll(invisible, '')
    .replaceAll(otherHyphens, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .normalize('NFC')

/** Matches only letters, marks, numbers and punctuation. Some keyboards write an accent as the apostrophe. */
const printableCharacters = /^[\p{L}\p{Mn}\p{Mc}\p{N}\p{P} ´`\u200C\u200D]+$/u

/**
 * Matches more accents than any language puts on a letter, or more marks than a Burmese syllable has. They
 * would cover the lines above and below.
 */
const stackedMarks = /\p{sc=Inherited}{4}|\p{M}{7}/u

/** Matches a real letter. The tatweel (U+0640) and marks that are encoded as letters do not count. */
const realLetter = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u

/** Matches a line through a letter, or one above or below three letters. No language writes them as marks. */
const struckThrough = /[\u0334-\u0338\u20D0-\u20FF]|(?:\P{M}[\u0305\u0332\u0333\u033F]){3}/u

/** Whether a name is legible in print. An emoji or a private-use character would be printed as a box. */
export const isPrintable = (name: string): boolean =>
  printableCharacters.test(name) &&
  realLetter.test(name) &&
  !stackedMarks.test(name) &&
  !struckThrough.test(name)
