import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { playLives } from './testing/play-lives.ts'
import { chooseLives } from './testing/random-lives.ts'
import { findGaps, mergeSegments, getWatchedShare, type Segment } from './watched-segments.ts'

test.each<[string, Segment[], Segment[]]>([
  ['nothing', [], []],
  [
    'stretches that touch',
    [
      [10, 20],
      [0, 10],
    ],
    [[0, 20]],
  ],
  [
    'stretches that overlap',
    [
      [0, 12],
      [5, 8],
      [11, 30],
    ],
    [[0, 30]],
  ],
  [
    'a blink of the player',
    [
      [0, 4.9],
      [5.3, 9],
    ],
    [[0, 9]],
  ],
  [
    'a skipped part',
    [
      [0, 5],
      [9, 24],
    ],
    [
      [0, 5],
      [9, 24],
    ],
  ],
  [
    'a stretch backwards, and one without length',
    [
      [8, 3],
      [4, 4],
    ],
    [],
  ],
])('%s', (_what, segments, merged) => {
  expect(mergeSegments(segments)).toEqual(merged)
})

test('counts a stretch that was watched twice once, and one outside of the film not at all', () => {
  expect(
    getWatchedShare(
      [
        [0, 12],
        [0, 12],
        [20, 900],
        [-5, 1],
      ],
      24,
    ),
  ).toBeCloseTo(16 / 24)
})

test.each<[string, Segment[], Segment[]]>([
  ['nothing', [], [[0, 80]]],
  ['the beginning', [[0, 30]], [[30, 80]]],
  ['the end', [[30, 80]], [[0, 30]]],
  ['all of it', [[-1, 90]], []],
  [
    'all but the middle',
    [
      [0, 4],
      [78, 90],
    ],
    [[4, 78]],
  ],
  [
    'parts',
    [
      [60, 80],
      [5, 10],
      [20, 30],
    ],
    [
      [0, 5],
      [10, 20],
      [30, 60],
    ],
  ],
])('returns the gaps after watching %s', (_what, watched, gaps) => {
  expect(findGaps(watched, 80)).toEqual(gaps)
})

const lives = chooseLives('src/lib/watched-segments.test.ts', { usual: 100, red: [] }, import.meta.env)

const segments = fc.array(
  fc.tuple(fc.double({ min: 0, max: 90, noNaN: true }), fc.double({ min: 0, max: 90, noNaN: true })),
)

test('merging again, in another order or in parts changes nothing', () =>
  playLives(
    lives,
    fc.property(segments, segments, (some, others) => {
      const merged = mergeSegments([...some, ...others])
      expect(mergeSegments(merged)).toEqual(merged)
      expect(mergeSegments([...others, ...some])).toEqual(merged)
    }),
  ))

test('the share grows with what is watched, up to the whole', () =>
  playLives(
    lives,
    fc.property(segments, segments, (some, others) => {
      const share = getWatchedShare(some, 80)
      const more = getWatchedShare([...some, ...others], 80)
      expect(more).toBeGreaterThanOrEqual(share - 1e-9)
      expect(more).toBeLessThanOrEqual(1 + 1e-9)
    }),
  ))
