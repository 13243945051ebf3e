import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Plugin } from 'vite'

type Entry = { url: string; revision: string | null; size: number }

/**
 * Adds to each file of the precache the hash that the service worker verifies. `transform` is for the
 * manifest of Workbox; `plugin` tells it the output folder.
 */
export const createPrecacheIntegrity = () => {
  let folder = ''
  const plugin: Plugin = {
    name: 'precache-integrity',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
  }
  const hashIntegrity = async ({ url }: Entry): Promise<string> =>
    `sha256-${createHash('sha256')
      .update(await readFile(resolve(folder, url)))
      .digest('base64')}`
  const transform = async (entries: Entry[]): Promise<{ manifest: (Entry & { integrity: string })[] }> => ({
    manifest: await Promise.all(
      entries.map(async (entry) => ({ ...entry, integrity: await hashIntegrity(entry) })),
    ),
  })
  return { plugin, transform }
}
