import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { localeCodes } from '../src/config/locales.ts'
import { pageIds } from '../src/config/pages.ts'
import { slugIds } from '../src/config/slug-ids.ts'
import { messagesOf } from './messages-of.ts'

/** What the routes of a folder are called; a file with a dash is a part of one, and a folder with an underscore adds no name. */
const routesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (/^[-$]|\.test\./.test(entry.name)) return []
    if (entry.isDirectory())
      return entry.name.startsWith('_') ? routesIn(join(folder, entry.name)) : [entry.name]
    const name = entry.name.replace(/\.tsx$/, '')
    return /^_|^(?:index|route)$/.test(name) ? [] : [name]
  })

/** Tells the server what the addresses below each locale begin with: others are not found. */
export const knownAddresses = (): Plugin => ({
  name: 'breaking-barriers:known-addresses',
  apply: 'build',
  generateBundle() {
    const screens = routesIn(join(import.meta.dirname, '../src/routes/$locale'))
    const known = Object.fromEntries(
      localeCodes.map((locale) => [
        locale,
        [...screens, ...pageIds, ...slugIds.map(messagesOf(locale))].toSorted(),
      ]),
    )
    this.emitFile({ type: 'asset', fileName: 'known-addresses.json', source: JSON.stringify(known) })
  },
})
