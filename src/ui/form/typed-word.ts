import * as v from 'valibot'

/** The word that somebody types to say that they mean it, in small letters or capitals. */
export const typedWord = (word: string) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((text) => text.toLocaleUpperCase() === word.toLocaleUpperCase(), 'word'),
  )
