import { expect, test } from 'vitest'
import { folderFault, nameFault } from './check-name.ts'

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
] as const)('the name %j', (name, fault) => expect(nameFault(name, '2026/')).toBe(fault))

test.each([
  ['', undefined],
  ['jogos/2026/', undefined],
  ['jogos/../', 'files.browse.nameDots'],
  ['./', 'files.browse.nameDots'],
  [`${'a'.repeat(960)}/`, 'files.browse.nameLong'],
] as const)('the folder %j', (folder, fault) => expect(folderFault(folder)).toBe(fault))
