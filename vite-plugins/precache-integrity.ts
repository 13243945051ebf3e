import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

type Entry = { url: string; revision: string | null; size: number }

/**
 * Adds to each entry of Workbox's precache manifest the hash by which the service worker verifies the file.
 * Returns the `transform` of the manifest, and a `plugin` that tells `transform` the output folder.
 */
export const createPrecacheIntegrity = () => {
  let outputFolder = ''
  const plugin: Plugin = {
    name: 'precache-integrity',
    configResolved: ({ root, build }) => {
      outputFolder = resolve(root, build.outDir)
    },
  }
  const hashIntegrity = async ({ url }: Entry): Promise<string> =>
    `sha256-${createHash('sha256')
      .update(await readFile(resolve(outputFolder, url)))
      .digest('base64')}`
  const transform = async (entries: Entry[]): Promise<{ manifest: (Entry & { integrity: string })[] }> => ({
    manifest: await Promise.all(
      entries.map(async (entry) => ({ ...entry, integrity: await hashIntegrity(entry) })),
    ),
  })
  return { plugin, transform }
}
