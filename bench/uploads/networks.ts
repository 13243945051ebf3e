import type { Shape } from './shaped-line.ts'

const mebibyte = 1_048_576
const perMegabit = 125_000

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
    line: { bytesPerSecond: 100 * perMegabit, delay: 25 },
    files: [
      { bytes: small, rounds: 3 },
      { bytes: 60 * mebibyte, rounds: 3 },
      { bytes: 500 * mebibyte, rounds: 1 },
    ],
  },
  slow: {
    title: '20 Mbit/s up, 150 ms round trip',
    line: { bytesPerSecond: 20 * perMegabit, delay: 75 },
    files: [
      { bytes: small, rounds: 3 },
      { bytes: 60 * mebibyte, rounds: 1 },
    ],
  },
} as const satisfies Record<string, Network>

export const networkNames = ['loopback', 'fast', 'slow'] as const satisfies (keyof typeof networks)[]
