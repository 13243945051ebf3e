import { expect, test } from 'vitest'
import { reasonText, timeLeftText } from './upload-text.ts'

test.each([
  [0.2, 'files.secondsLeft 5'],
  [42, 'files.secondsLeft 45'],
  [61, 'files.minutesLeft 1'],
  [4000, 'files.minutesLeft 67'],
  [9000, 'files.hoursLeft 3'],
])('%d seconds left', (seconds, words) => {
  expect(timeLeftText(seconds, (id, values) => `${id} ${String(values?.count)}`)).toBe(words)
})

test.each([
  ['ExpiredToken', 'credentials'],
  ['InvalidAccessKeyId', 'credentials'],
  ['InvalidToken', 'credentials'],
  ['SignatureDoesNotMatch', 'SignatureDoesNotMatch'],
  ['RequestTimeTooSkewed', 'RequestTimeTooSkewed'],
  ['RequestExpired', 'RequestTimeTooSkewed'],
  ['ForeignAnswer', 'ForeignAnswer'],
  ['IncompleteBody', 'busy'],
  ['HiddenETag', 'misconfigured'],
  ['MalformedXML', 'other'],
])('that the store refused with %s has its text', (code, text) => {
  expect(reasonText({ kind: 'server-refused', code }, (id) => id)).toBe(`files.refused.${text}`)
})
