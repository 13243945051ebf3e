import { resolve } from 'node:path'

/** Returns a path in the folder for files of the benchmarks. */
export const toBenchPath = (...names: string[]): string =>
  resolve(process.env['DATA'] ?? '.data/bench', ...names)
