import { join } from 'node:path'
import { build, preview, type InlineConfig } from 'vite'
import { localAmplify } from './local-amplify.ts'
import { toBenchPath } from '../shared/bench-path.ts'

/** The port of the page with the other uploaders. The object store has to allow its origin. */
export const benchPort = 18_096

/** Builds and serves the page with the uploaders to compare, as their users' apps would be built. */
export const serveBenchPage = async () => {
  const root = join(import.meta.dirname, 'page')
  const outDir = toBenchPath('page')
  // A dependency of an uploader expects Node's name for the global object.
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
