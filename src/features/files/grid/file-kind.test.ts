import { expect, test } from 'vitest'
import { findKind } from './file-kind.ts'

test.each([
  ['2026/gol 😀.PNG', 'picture'],
  ['final.mp4', 'video'],
  ['himno.mp3', 'audio'],
  ['plan.pdf', 'pdf'],
  ['asistencia.xlsx', 'sheet'],
  ['notas.txt', 'text'],
  ['todo.zip', 'archive'],
  ['v1.zip/plan', 'other'],
  ['constructor', 'other'],
  ['x.constructor', 'other'],
] as const)('%s is of the kind %s', (key, kind) => {
  expect(findKind(key)).toBe(kind)
})
