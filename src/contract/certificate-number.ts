import * as v from 'valibot'
import { typedCode } from '../lib/typed-code.ts'

/**
 * The characters of a number: no 0 and O, no 1, I and L. There are 31 of them, a prime, so that the check character below
 * notices every wrong character and every two that changed places.
 */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

/** Characters between hyphens: as many as are said in one breath. */
const groupLength = 4
/** 31^11 numbers: nobody finds one by trying. */
const randomLength = 11

const checkCharacter = (characters: string): string => {
  const sum = characters.split('').reduce((total, character, at) => {
    return total + (at + 2) * alphabet.indexOf(character)
  }, 0)
  return alphabet.charAt((alphabet.length - (sum % alphabet.length)) % alphabet.length)
}

const grouped = (characters: string): string =>
  characters.replaceAll(new RegExp(`.{${groupLength}}(?=.)`, 'g'), '$&-')

/** The number of a new certificate, as `7K3M-9QXT-4FCM`; `random` is below the limit that it is given. */
export const newCertificateNumber = (random: (limit: number) => number): string => {
  const characters = Array.from({ length: randomLength }, () =>
    alphabet.charAt(random(alphabet.length)),
  ).join('')
  return grouped(characters + checkCharacter(characters))
}

/** A number as somebody typed it, in capitals and groups; whether it can be one, `isCertificateNumber` says. */
export const normalizeCertificateNumber = (typed: string): string => grouped(typedCode(typed).toUpperCase())

/** Whether a text looks like a number; one of its characters may still be wrong. */
export const hasNumberForm = (text: string): boolean => {
  const characters = text.replaceAll('-', '')
  return (
    text === grouped(characters) &&
    characters.length === randomLength + 1 &&
    characters.split('').every((character) => alphabet.includes(character))
  )
}

/** Whether a text is a number that could have been issued: a mistyped one is not. */
export const isCertificateNumber = (text: string): boolean => {
  const characters = text.replaceAll('-', '')
  return hasNumberForm(text) && checkCharacter(characters.slice(0, -1)) === characters.at(-1)
}

export const certificateNumber = v.pipe(
  v.string(),
  v.check(isCertificateNumber, 'Invalid certificate number'),
)
