import { join } from 'node:path'
import { build, preview, type InlineConfig } from 'vite'
import { localAmplify } from './local-amplify.ts'
import { place } from '../shared/place.ts'

/** The origin of the page with the other uploaders; the object store has to allow it. */
export const benchPort = 18_096

/** Builds and serves the page that holds the uploaders to compare with, as an app of their users would. */
export const serveBenchPage = async () => {
  const root = join(import.meta.dirname, 'page')
  const outDir = place('page')
  // One of the uploaders' dependencies still expects Node's name for it.
  const options: InlineConfig = {
    root,
    configFile: false,
    logLevel: 'error',
    define: { global: 'globalThis' },
    plugins: [localAmplify()],
  }
  await build({ ...options, build: { outDir: outDir, emptyOutDir: true } })
  const server = await preview({
    ...options,
    build: { outDir: outDir },
    preview: { port: benchPort, strictPort: true },
  })
  return { address: `http://localhost:${benchPort}/`, close: () => server.close() }
}
