import type { Shape } from './shaped-line.ts'

const mebibyte = 1_048_576
const perMegabit = 125_000

/** The buffer of a router, in bytes. */
const router = 262_144
/** The buffer of a proxy that passes a request on only when it is complete, in bytes. */
const proxy = 64 * mebibyte

/** The measurements on one network: file sizes with their numbers of rounds. */
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
