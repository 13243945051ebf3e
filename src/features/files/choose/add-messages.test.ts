import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import type { FileRefusal } from '../../../uploads/commands.ts'
import { onlyFiles } from './chosen-files.ts'
import { addMessages } from './add-messages.ts'

const t = (id: string, values?: Record<string, unknown>) =>
  [id, ...Object.values(values ?? {}).map(String)].join(' ')
const chosen = (...names: string[]) => onlyFiles(names.map((name) => ({ file: new File(['x'], name) })))

test('nothing is said of files that are on their way', () => {
  expect(addMessages(chosen('a.mp4'), [ok({ id: '1', known: false })], t)).toEqual([])
})

test.each(['cancelled', 'broken'] as const)(
  'no reason is named where there was none to refuse the file: %s',
  (refusal) => {
    expect(addMessages(chosen('a.mp4'), [fail({ name: 'a.mp4', refusal })], t)).toEqual([])
  },
)

test('a file that is on the list already is one task, and said', () => {
  expect(addMessages(chosen('a.mp4'), [ok({ id: '1', known: true })], t)).toEqual(['files.known a.mp4'])
})

test.each<[FileRefusal, string]>([
  ['unreadable', 'files.refusal.unreadable a.mp4'],
  ['key-too-long', 'files.refusal.keyTooLong a.mp4'],
  ['folder-without-address', 'files.refusal.folderWithoutAddress a.mp4'],
  ['too-large', 'files.refusal.tooLarge a.mp4'],
  ['name-missing', 'files.refusal.nameMissing a.mp4'],
  ['signed-out', 'files.refusal.signedOut a.mp4'],
])('a file that is refused (%s) is named with the reason', (refusal, words) => {
  expect(addMessages(chosen('a.mp4'), [fail({ name: 'a.mp4', refusal })], t)).toEqual([words])
})

test('of a file that is still read nothing is said, and those beside it are named', () => {
  const outcomes = [undefined, fail({ name: 'b.mp4', refusal: 'unreadable' as const })]
  expect(addMessages(chosen('a.mp4', 'b.mp4'), outcomes, t)).toEqual(['files.refusal.unreadable b.mp4'])
})

test('a folder that holds too much, and what cannot be read in it, is said', () => {
  const found = { files: [], unreadable: ['final/locked'], isCut: true }
  expect(addMessages(found, [], t)).toEqual([
    'files.refusal.tooMany 2000',
    'files.refusal.unreadable final/locked',
  ])
})

test('of very many remarks five are shown, and the others counted', () => {
  const names = Array.from({ length: 2000 }, (_, index) => `${index}.mp4`)
  const outcomes = names.map((name) => fail({ name, refusal: 'unreadable' as const }))
  const remarks = addMessages(chosen(...names), outcomes, t)
  expect(remarks).toHaveLength(6)
  expect(remarks.at(-1)).toBe('files.moreRemarks 1995')
})

test('the same is said once, however many files it is said of', () => {
  const outcomes = ['1', '2'].map((id) => ok({ id, known: true }))
  expect(addMessages(chosen('image.jpg', 'image.jpg'), outcomes, t)).toEqual(['files.known image.jpg'])
})
