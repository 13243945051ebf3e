const indic = String.raw`\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}`

/** Not seen themselves, but in what they make of a letter: joiners (UAX #31), and the selectors of Han characters. */
const needed = String.raw`(?<=[${indic}])[\u200C\u200D]|(?<=\p{sc=Arab})\u200C(?=\p{sc=Arab})|(?<=\p{sc=Han})\p{VS}`

/** Fillers, soft hyphens, tags, marks of direction, halves of surrogate pairs, control characters that separate no words. */
const unseen = new RegExp(String.raw`(?!${needed})(?:[\p{DI}\p{Cs}]|(?!\s)\p{Cc})`, 'gu')

/** A person's name as it stands on paper: one line, without what nobody sees. */
export const printedName = (typed: string): string =>
  typed.replaceAll(unseen, '').replaceAll(/\s+/gu, ' ').trim().normalize('NFC')

/** Letters, marks, numbers and punctuation; some keyboards write an apostrophe as an accent. */
const characters = /^[\p{L}\p{Mn}\p{Mc}\p{N}\p{P} ´`\u200C\u200D]+$/u

/** More accents than a letter has in any language, or more marks than a syllable of Burmese: they cover the lines around. */
const stacked = /\p{sc=Inherited}{4}|\p{M}{7}/u

/** A letter by itself: not the line that joins Arabic letters (U+0640), nor a mark that is encoded as a letter. */
const letter = /[\p{Lu}\p{Ll}\p{Lt}\p{Lo}]/u

/** A line through a letter, which no language writes as a mark of its own, or one along three letters. */
const struck = /[\u0334-\u0338\u20D0-\u20FF]|(?:\P{M}[\u0305\u0332\u0333\u033F]){3}/u

/** Whether a name can be read on paper, where an emoji or a character for private use would be a box. */
export const isPrintable = (name: string): boolean =>
  characters.test(name) && letter.test(name) && !stacked.test(name) && !struck.test(name)
