const indic = String.raw`\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}`

/** Invisible characters that change a letter: joiners (UAX #31), and the selectors of Han characters. */
const visibleEffect = String.raw`(?<=[${indic}])[\u200C\u200D]|(?<=\p{sc=Arab})\u200C(?=\p{sc=Arab})|(?<=\p{sc=Han})\p{VS}`

/** Fillers, soft hyphens, tags, direction marks, surrogate halves, control characters except white space. */
const invisible = new RegExp(String.raw`(?!${visibleEffect})(?:[\p{DI}\p{Cs}]|(?!\s)\p{Cc})`, 'gu')

/**
 * Hyphens that look like the one on the keyboard. Word processors write them, but few typefaces have them, and
 * a search for the name does not find them.
 */
const otherHyphens = /[\u2010\u2011]/g

/** A person's name as it is printed: on one line, with plain hyphens, without invisible characters. */
export const toPrintedName = (typed: string): string =>
  typed
    .replaceAll(invisible, '')
    .replaceAll(otherHyphens, '-')
    .replaceAll(/\s+/gu, ' ')
    .trim()
    .normalize('NFC')

/** Letters, marks, numbers and punctuation. Some keyboards write an apostrophe as an accent. */
const printableCharacters = /^[\p{L}\p{Mn}\p{Mc}\p{N}\p{P} ´`\u200C\u200D]+$/u

/**
 * More accents than any language puts on a letter, or more marks than a syllable of Burmese has. They would
 * cover the lines around them.
 */
const stackedMarks = /\p{sc=Inherited}{4}|\p{M}{7}/u

/** A real letter, which excludes the tatweel (U+0640) and marks that are encoded as letters. */
const realLetter = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u

/** A line through a letter, which no language writes as a separate mark, or a line along three letters. */
const struckThrough = /[\u0334-\u0338\u20D0-\u20FF]|(?:\P{M}[\u0305\u0332\u0333\u033F]){3}/u

/** Whether a name is legible in print. An emoji or a character for private use would be a box. */
export const isPrintable = (name: string): boolean =>
  printableCharacters.test(name) &&
  realLetter.test(name) &&
  !stackedMarks.test(name) &&
  !struckThrough.test(name)
