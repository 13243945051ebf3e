import type { Shape } from './shaped-line.ts'

const mebibyte = 1_048_576
const perMegabit = 125_000

/** bytes: what a router keeps for the line */
const router = 262_144
/** bytes: what a proxy takes that passes a request on once it is whole */
const proxy = 64 * mebibyte

/** What is measured on one network: the sizes, each with its rounds. */
export type Network = { title: string; line?: Shape; files: readonly { bytes: number; rounds: number }[] }

const small = 5 * mebibyte + 1

export const networks = {
  loopback: {
    title: 'Loopback',
    files: [
      { bytes: small, rounds: 9 },
      { bytes: 60 * mebibyte, rounds: 7 },
      { bytes: 500 * mebibyte, rounds: 3 },
      { bytes: 2048 * mebibyte, rounds: 1 },
    ],
  },
  fast: {
    title: '100 Mbit/s up, 50 ms round trip',
    line: { bytesPerSecond: 100 * perMegabit, delay: 25, queue: router },
    files: [
      { bytes: small, rounds: 3 },
      { bytes: 60 * mebibyte, rounds: 3 },
      { bytes: 500 * mebibyte, rounds: 1 },
    ],
  },
  slow: {
    title: '20 Mbit/s up, 150 ms round trip',
    line: { bytesPerSecond: 20 * perMegabit, delay: 75, queue: router },
    files: [
      { bytes: small, rounds: 3 },
      { bytes: 60 * mebibyte, rounds: 1 },
    ],
  },
  buffered: {
    title: '3 MB/s up behind a hop that takes everything at once',
    line: { bytesPerSecond: 3e6, delay: 25, queue: proxy },
    files: [
      { bytes: 1e6, rounds: 3 },
      { bytes: 22e6, rounds: 3 },
    ],
  },
} as const satisfies Record<string, Network>

export const networkNames = [
  'loopback',
  'fast',
  'slow',
  'buffered',
] as const satisfies (keyof typeof networks)[]
