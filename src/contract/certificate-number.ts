import * as v from 'valibot'
import { cleanCode } from '../lib/text/clean-text.ts'

/**
 * The characters of a number, without the similar ones: 0 and O, and 1, I and L. There are 31, a prime
 * number, so that the check character detects every wrong character and every swap of two characters.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** The number of characters between two hyphens. Short groups are easier to read aloud. */
const groupLength = 4
/** The number of random characters. With 31^11 combinations, nobody can guess a number. */
const randomLength = 11

/**
 * Computes the check character. Each character is weighted by its position, so that a swap changes the sum.
 */
const getCheckCharacter = (characters: string): string => {
  const weightedValues = characters
    .split('')
    .map((character, index) => (index + 2) * alphabet.indexOf(character))
  const sum = weightedValues.reduce((total, value) => total + value, 0)
  return alphabet.charAt((alphabet.length - (sum % alphabet.length)) % alphabet.length)
}

const addHyphens = (characters: string): string =>
  characters.replaceAll(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-')

/** Creates a certificate number such as `7K3M-9QXT-4FCM`. `random` returns an integer below its limit. */
export const createCertificateNumber = (random: (limit: number) => number): string => {
  const characters = Array.from({ length: randomLength }, () =>
    alphabet.charAt(random(alphabet.length)),
  ).join('')
  return addHyphens(characters + getCheckCharacter(characters))
}

/** Converts a typed text to capital letters in groups. Check the result with `isCertificateNumber`. */
export const normalizeCertificateNumber = (typed: string): string =>
  addHyphens(cleanCode(typed).toUpperCase())

/** Whether a text has the format of a number. Does not check the check character. */
export const hasNumberFormat = (text: string): boolean => {
  const characters = text.replaceAll('-', '')
  return (
    text === addHyphens(characters) &&
    characters.length === randomLength + 1 &&
    characters.split('').every((character) => alphabet.includes(character))
  )
}

/** Whether a text has the format of a number and a correct check character. */
export const isCertificateNumber = (text: string): boolean => {
  const characters = text.replaceAll('-', '')
  return hasNumberFormat(text) && getCheckCharacter(characters.slice(0, -1)) === characters.at(-1)
}

export const certificateNumber = v.pipe(
  v.string(),
  v.check(isCertificateNumber, 'Invalid certificate number'),
)
