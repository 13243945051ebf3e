import * as v from 'valibot'
import { cleanCode } from '../lib/text/clean-text.ts'

/**
 * The characters of a number: no 0 and O, no 1, I and L. Their count, 31, is a prime, so that the check
 * character detects every wrong character and every swap of two characters.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** The number of characters between hyphens, few enough to say in one breath. */
const groupLength = 4
/** The number of random characters. There are 31^11 numbers, too many to guess one. */
const randomLength = 11

const checkCharacter = (characters: string): string => {
  const sum = characters.split('').reduce((total, character, index) => {
    return total + (index + 2) * alphabet.indexOf(character)
  }, 0)
  return alphabet.charAt((alphabet.length - (sum % alphabet.length)) % alphabet.length)
}

const addHyphens = (characters: string): string =>
  characters.replaceAll(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-')

/** Creates a certificate number such as `7K3M-9QXT-4FCM`. `random` returns an integer below its limit. */
export const newCertificateNumber = (random: (limit: number) => number): string => {
  const characters = Array.from({ length: randomLength }, () =>
    alphabet.charAt(random(alphabet.length)),
  ).join('')
  return addHyphens(characters + checkCharacter(characters))
}

/** Converts a typed number to capitals and groups. Check the result with `isCertificateNumber`. */
export const normalizeCertificateNumber = (typed: string): string =>
  addHyphens(cleanCode(typed).toUpperCase())

/** Whether a text has the form of a number. A character may still be wrong. */
export const hasNumberForm = (text: string): boolean => {
  const characters = text.replaceAll('-', '')
  return (
    text === addHyphens(characters) &&
    characters.length === randomLength + 1 &&
    characters.split('').every((character) => alphabet.includes(character))
  )
}

/** Whether a text is a number that could have been issued, with a correct check character. */
export const isCertificateNumber = (text: string): boolean => {
  const characters = text.replaceAll('-', '')
  return hasNumberForm(text) && checkCharacter(characters.slice(0, -1)) === characters.at(-1)
}

export const certificateNumber = v.pipe(
  v.string(),
  v.check(isCertificateNumber, 'Invalid certificate number'),
)
