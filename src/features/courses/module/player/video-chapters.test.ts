import { expect, test } from 'vitest'
import { findChapters } from './video-chapters.ts'

const scenes = [
  { onScreen: 'Open Circle', lines: ['A name game.'] },
  { onScreen: '6 players', lines: ['Each beside a cone.', 'One ball is enough.'] },
  { onScreen: '6 → 7', lines: ['Somebody new arrives.'] },
]
const cues = [
  { from: 0.4, to: 5.8, text: 'A name game.' },
  { from: 6.4, to: 9, text: 'Each beside a cone.' },
  { from: 9.2, to: 12, text: 'One ball is enough.' },
  { from: 12.6, to: 15, text: 'Somebody new arrives.' },
]

test('begins each chapter with the caption of the first sentence of its scene', () => {
  expect(findChapters(scenes, cues)).toEqual([
    { title: 'Open Circle', from: 0.4 },
    { title: '6 players', from: 6.4 },
    { title: '6 → 7', from: 12.6 },
  ])
})

test('skips a scene without sentences', () => {
  const silent = { onScreen: 'Silence', lines: [] }
  expect(findChapters([silent, ...scenes, silent], cues)).toEqual(findChapters(scenes, cues))
})

test.each([
  ['fewer captions than sentences', cues.slice(1)],
  ['more captions than sentences', [...cues, { from: 15, to: 16, text: 'And one more.' }]],
  ['another sentence', [...cues.slice(0, 3), { from: 12.6, to: 15, text: 'Somebody leaves.' }]],
  ['no captions', []],
])('has no chapters with %s', (_, others) => {
  expect(findChapters(scenes, others)).toEqual([])
})
