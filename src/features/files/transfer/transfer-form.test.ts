import * as v from 'valibot'
import { expect, test } from 'vitest'
import { getFormErrors } from '../../../ui/form/form-errors.ts'
import { createTransferSchema, findFolderError, findNameError } from './transfer-form.ts'

const location = { level: 'private', folder: 'jogos/' } as const
const keys = ['jogos/final.mp4']

test.each([
  ['rename', { name: ' go\0l\uD83D.mp4 ' }, { kind: 'move', to: location, name: 'gol.mp4' }],
  [
    'copy',
    { level: 'public', folder: '', name: 'final.mp4' },
    { kind: 'copy', to: { level: 'public', folder: '' } },
  ],
  [
    'move',
    { level: 'private', folder: '/2026//sub', name: 'final.mp4' },
    { kind: 'move', to: { level: 'private', folder: '2026/sub/' } },
  ],
  [
    'copy',
    { level: 'private', folder: 'jogos', name: 'b.mp4' },
    { kind: 'copy', to: location, name: 'b.mp4' },
  ],
  ['share', { level: 'public' }, { kind: 'move', to: { level: 'public', folder: 'jogos/' } }],
] as const)('accepts a %s with %j', (kind, typed, transfer) => {
  expect(v.parse(createTransferSchema({ kind, keys, location }), typed)).toEqual({
    from: location,
    keys,
    ...transfer,
  })
})

test.each([
  ['final.mp4', 'match', 'match.mp4'],
  ['final.mp4', 'Final 2.0', 'Final 2.0.mp4'],
  ['final.mp4', 'match.3gp', 'match.3gp'],
  ['final.mp4', 'match.', 'match.'],
  ['..final..mp4', '..match', '..match.mp4'],
  ['.final', 'match', 'match'],
  ['final', 'match', 'match'],
])('%s renamed to %s becomes %s', (before, typed, name) => {
  const to = { level: 'private', folder: '' } as const
  expect(
    v.parse(createTransferSchema({ kind: 'rename', keys: [before], location: to }), { name: typed }),
  ).toEqual({
    kind: 'move',
    from: to,
    keys: [before],
    to,
    name,
  })
})

test('several files keep their names', () => {
  const several = { kind: 'move', keys: ['jogos/a', 'jogos/b'], location } as const
  expect(v.parse(createTransferSchema(several), { level: 'protected', folder: 'x' })).toEqual({
    kind: 'move',
    from: location,
    keys: several.keys,
    to: { level: 'protected', folder: 'x/' },
  })
})

test.each([
  ['rename', { name: '' }, { name: { message: 'files.browse.nameMissing' } }],
  ['rename', { name: '\u200B' }, { name: { message: 'files.browse.nameMissing' } }],
  ['rename', { name: 'a/b' }, { name: { message: 'files.browse.nameSlash' } }],
  ['rename', { name: '..' }, { name: { message: 'files.browse.nameDots' } }],
  ['rename', { name: 'final.mp4' }, { name: { message: 'files.browse.samePlace' } }],
  ['rename', { name: 'final' }, { name: { message: 'files.browse.samePlace' } }],
  ['move', { folder: 'x/../y', name: 'final.mp4' }, { folder: { message: 'files.browse.nameDots' } }],
  [
    'move',
    { level: 'private', folder: 'jogos/', name: 'final.mp4' },
    { folder: { message: 'files.browse.samePlace' } },
  ],
] as const)('rejects a %s with %j', (kind, typed, faults) => {
  const { issues = [] } = v.safeParse(createTransferSchema({ kind, keys, location }), typed)
  expect(getFormErrors(issues)).toEqual(faults)
})

test.each([
  ['jogo.mp4', undefined],
  ['...', undefined],
  ['😀 "final" <1>', undefined],
  ['', 'files.browse.nameMissing'],
  ['a/b', 'files.browse.nameSlash'],
  ['.', 'files.browse.nameDots'],
  ['..', 'files.browse.nameDots'],
  ['é'.repeat(477), undefined],
  ['é'.repeat(478), 'files.browse.nameLong'],
] as const)('the name %j', (name, fault) => expect(findNameError(name, '2026/')).toBe(fault))

test.each([
  ['', undefined],
  ['jogos/2026/', undefined],
  ['jogos/../', 'files.browse.nameDots'],
  ['./', 'files.browse.nameDots'],
  [`${'a'.repeat(960)}/`, 'files.browse.nameLong'],
] as const)('the folder %j', (folder, fault) => expect(findFolderError(folder)).toBe(fault))
