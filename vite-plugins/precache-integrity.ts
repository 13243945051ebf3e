import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

/** A file that the service worker stores when it is installed. */
type Entry = { url: string; revision: string | null; size: number }

/**
 * Adds to each entry of Workbox's precache manifest the hash that the service worker uses to verify the file.
 * Returns the `transform` of the manifest, and a `plugin` that reads the output folder for it.
 */
export const createPrecacheIntegrity = () => {
  let outputFolder = ''
  const plugin: Plugin = {
    name: 'precache-integrity',
    configResolved: ({ root, build }) => {
      outputFolder = resolve(root, build.outDir)
    },
  }
  const addIntegrity = async (entry: Entry): Promise<Entry & { integrity: string }> => {
    const content = await readFile(resolve(outputFolder, entry.url))
    const hash = createHash('sha256').update(content).digest('base64')
    return { ...entry, integrity: `sha256-${hash}` }
  }
  const transform = async (entries: Entry[]) => ({ manifest: await Promise.all(entries.map(addIntegrity)) })
  return { plugin, transform }
}
