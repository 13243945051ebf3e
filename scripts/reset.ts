import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from './processes.ts'

/** Empties what the embedded product stored on this machine. */
const directory = join(root, process.env['DATA'] ?? '.data')
await rm(directory, { recursive: true, force: true })
console.log(`${directory} is empty.`)
