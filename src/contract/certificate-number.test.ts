import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { playLives } from '../lib/testing/play-lives.ts'
import { chooseLives } from '../lib/testing/random-lives.ts'
import {
  hasNumberFormat,
  isCertificateNumber,
  createCertificateNumber,
  normalizeCertificateNumber,
} from './certificate-number.ts'

const lives = chooseLives('src/contract/certificate-number.test.ts', { usual: 100, red: [] }, import.meta.env)

const numbers = fc
  .infiniteStream(fc.nat())
  .map((stream) => createCertificateNumber((limit) => (stream.next().value ?? 0) % limit))

test('a number has three groups of four, without characters that look alike', () =>
  playLives(
    lives,
    fc.property(numbers, (number) => {
      expect(number).toMatch(/^[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}-[2-9A-HJKMNP-Z]{4}$/)
      expect(isCertificateNumber(number)).toBe(true)
    }),
  ))

test('detects one wrong character anywhere', () =>
  playLives(
    lives,
    fc.property(
      numbers,
      fc.nat(13),
      fc.constantFrom(...'23456789ABCDEFGHJKMNPQRSTUVWXYZ'.split('')),
      (number, at, other) => {
        fc.pre(number[at] !== '-' && number[at] !== other)
        expect(isCertificateNumber(number.slice(0, at) + other + number.slice(at + 1))).toBe(false)
      },
    ),
  ))

test('detects two characters that changed places', () =>
  playLives(
    lives,
    fc.property(numbers, fc.nat(11), fc.nat(11), (number, one, other) => {
      const characters = number.replaceAll('-', '').split('')
      const [first = '', second = ''] = [characters[one], characters[other]]
      fc.pre(first !== second)
      characters[one] = second
      characters[other] = first
      expect(isCertificateNumber(normalizeCertificateNumber(characters.join('')))).toBe(false)
    }),
  ))

test.each([
  '7k3m 9qxt 4fc',
  ' 7K3M–9QXT–4FC',
  '7k3m.9qxt.4fc',
  '7K3M9QXT4FC',
  '７Ｋ３Ｍ\u200B－9QXT−4FC',
  '٧K٣M-٩QXT-٤FC',
])('reads "%s" as the same number', (typed) => {
  expect(normalizeCertificateNumber(typed)).toBe('7K3M-9QXT-4FC')
})

test.each(['', '7K3M', 'O0I1-9QXT-4FCH', '7K3M9QXT4FCH', '7K3M-9QXT-4FCH-2222'])(
  '"%s" is not a number',
  (text) => {
    expect(isCertificateNumber(text)).toBe(false)
  },
)

test.each([
  ['7K3M-9QXT-4FC7', true],
  ['7K3M-9QXT-4FC', false],
  ['7K3M-9QXT-4FO7', false],
  ['7K3M9QXT4FC7', false],
])('"%s" looks like a number, right or wrong: %s', (text, looks) => {
  expect(hasNumberFormat(text)).toBe(looks)
})
