import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { FileRefusal } from '../../../uploads/commands.ts'
import { createSelection } from './file-sources.tsx'
import { getOutcomeMessages } from './outcome-messages.ts'

const t = (id: string, values?: Record<string, unknown>) =>
  [id, ...Object.values(values ?? {}).map(String)].join(' ')
const chosen = (...names: string[]) => createSelection(names.map((name) => ({ file: new File(['x'], name) })))

test('shows no message for files that are being uploaded', () => {
  expect(getOutcomeMessages(chosen('a.mp4'), [ok({ id: '1', known: false })], t)).toEqual([])
})

test.each(['cancelled', 'broken'] as const)(
  'shows no reason for a failure that is not a refusal: %s',
  (refusal) => {
    expect(getOutcomeMessages(chosen('a.mp4'), [fail({ name: 'a.mp4', refusal })], t)).toEqual([])
  },
)

test('reports a file that is already on the list, as one task', () => {
  expect(getOutcomeMessages(chosen('a.mp4'), [ok({ id: '1', known: true })], t)).toEqual([
    'files.known a.mp4',
  ])
})

test.each<[FileRefusal, string]>([
  ['unreadable', 'files.refusal.unreadable a.mp4'],
  ['key-too-long', 'files.refusal.keyTooLong a.mp4'],
  ['folder-without-address', 'files.refusal.folderWithoutAddress a.mp4'],
  ['too-large', 'files.refusal.tooLarge a.mp4'],
  ['name-missing', 'files.refusal.nameMissing a.mp4'],
  ['signed-out', 'files.refusal.signedOut a.mp4'],
])('names a refused file (%s) with the reason', (refusal, words) => {
  expect(getOutcomeMessages(chosen('a.mp4'), [fail({ name: 'a.mp4', refusal })], t)).toEqual([words])
})

test('shows nothing for a file that is still being read, and names the refused ones', () => {
  const outcomes = [undefined, fail({ name: 'b.mp4', refusal: 'unreadable' as const })]
  expect(getOutcomeMessages(chosen('a.mp4', 'b.mp4'), outcomes, t)).toEqual([
    'files.refusal.unreadable b.mp4',
  ])
})

test('reports a folder with too many files, and its unreadable files', () => {
  const selection = { files: [], unreadable: ['final/locked'], isTruncated: true }
  expect(getOutcomeMessages(selection, [], t)).toEqual([
    'files.refusal.tooMany 2000',
    'files.refusal.unreadable final/locked',
  ])
})

test('shows five of very many messages, and counts the others', () => {
  const names = Array.from({ length: 2000 }, (_, index) => `${index}.mp4`)
  const outcomes = names.map((name) => fail({ name, refusal: 'unreadable' as const }))
  const remarks = getOutcomeMessages(chosen(...names), outcomes, t)
  expect(remarks).toHaveLength(6)
  expect(remarks.at(-1)).toBe('files.moreRemarks 1995')
})

test('shows the same message once, whatever the number of files', () => {
  const outcomes = ['1', '2'].map((id) => ok({ id, known: true }))
  expect(getOutcomeMessages(chosen('image.jpg', 'image.jpg'), outcomes, t)).toEqual(['files.known image.jpg'])
})
