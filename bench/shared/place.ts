import { resolve } from 'node:path'

/** Where the measurements keep what they make; the script that starts them empties it. */
export const place = (...names: string[]): string => resolve(process.env['DATA'] ?? '.data/bench', ...names)
