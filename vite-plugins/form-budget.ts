import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** In bytes, compressed: the scripts that a form needs before it can be sent. */
const budgetBytes = 228_000

/** The routes whose forms a visitor on a slow phone waits for. The layout of a locale belongs to each. */
const formRoutes = ['login', 'sign-up']

type Chunk = {
  fileName: string
  code: string
  isEntry: boolean
  facadeModuleId: string | null
  moduleIds: string[]
  imports: string[]
}

const isApp = ({ facadeModuleId }: Pick<Chunk, 'facadeModuleId'>): boolean =>
  facadeModuleId?.endsWith('index.html') === true

/** Finds a file and everything that it imports statically. */
const addWithImports = (fileName: string, chunks: ReadonlyMap<string, Chunk>, found: Set<Chunk>): void => {
  const chunk = chunks.get(fileName)
  if (!chunk || found.has(chunk)) return
  found.add(chunk)
  for (const imported of chunk.imports) addWithImports(imported, chunks, found)
}

/** Returns the scripts behind the form of a route: those of the app, of the locale's layout and of the route. */
export const listFormScripts = (chunks: readonly Chunk[], route: string): Chunk[] => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const ofRoutes = new RegExp(String.raw`[\\/]src[\\/]routes[\\/]\$locale[\\/](?:route|${route})\.tsx`)
  const found = new Set<Chunk>()
  for (const chunk of chunks) {
    const isOfApp = chunk.isEntry && isApp(chunk)
    const isOfRoute = ofRoutes.test(chunk.facadeModuleId ?? '')
    if (isOfApp || isOfRoute) addWithImports(chunk.fileName, byName, found)
  }
  return [...found]
}

/** Fails the build if the scripts behind a form are larger than the budget. */
export const formBudget = (): Plugin => ({
  name: 'form-budget',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    if (!chunks.some(isApp)) return
    for (const route of formRoutes) {
      const scripts = listFormScripts(chunks, route)
      const sizes = scripts.map(({ code }) => brotliCompressSync(code).byteLength)
      const total = sizes.reduce((sum, size) => sum + size, 0)
      if (total > budgetBytes)
        this.error(
          `The scripts behind ${route} have ${total} bytes, ${total - budgetBytes} more than they may: ${scripts
            .map(({ fileName }, index) => `${fileName} ${sizes[index]}`)
            .join(', ')}`,
        )
    }
  },
})
