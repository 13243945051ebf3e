import { resolve } from 'node:path'

/** A path in the folder for files of the measurements. The script that starts them empties the folder. */
export const place = (...names: string[]): string => resolve(process.env['DATA'] ?? '.data/bench', ...names)
