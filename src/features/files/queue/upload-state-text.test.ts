import { expect, test } from 'vitest'
import { translateIn } from '../../../i18n/testing/i18n-in.ts'
import { formatPauseReason, formatTimeLeft } from './upload-state-text.ts'

test.each([
  [0.2, 'files.secondsLeft 5'],
  [42, 'files.secondsLeft 45'],
  [61, 'files.minutesLeft 1'],
  [4000, 'files.minutesLeft 67'],
  [9000, 'files.hoursLeft 3'],
])('%d seconds left', (seconds, words) => {
  expect(formatTimeLeft(seconds, (id, values) => `${id} ${String(values?.count)}`)).toBe(words)
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
])('has a text for a refusal by the store with %s', (code, text) => {
  expect(formatPauseReason({ kind: 'server-refused', code }, (id) => id)).toBe(`files.refused.${text}`)
})

const refused = (code: string, sentBytes: number) =>
  formatPauseReason({ kind: 'server-refused', code }, translateIn('en-GB'), sentBytes)

test('says that sent data is safe only if data was sent', () => {
  expect(refused('InternalError', 1)).toBe(
    'The storage has a problem (InternalError). What was sent is safe; try again later.',
  )
  expect(refused('InternalError', 0)).toBe('The storage has a problem (InternalError). Try again later.')
  expect(refused('UnexpectedError', 0)).toBe('Something went wrong in the app. Try again.')
})

test.each(['PartNotStored', 'BadDigest', 'InvalidPart', 'NotFound', 'NoSuchUpload'])(
  'says that the store did not keep the data (%s)',
  (code) => {
    expect(refused(code, 0)).toBe(
      `The storage did not keep what was sent (${code}). Try again, on another network if you can; if this continues, contact us.`,
    )
  },
)
