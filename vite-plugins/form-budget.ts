import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** In bytes, compressed: the scripts that a form needs before it can be sent. */
const budgetBytes = 228_000

/** The routes whose forms a visitor on a slow phone waits for. Each also needs the layout of a locale. */
const formRoutes = ['login', 'sign-up']

/**
 * A script of the build, as Rolldown describes it. `facadeModuleId` is the module whose exports it provides,
 * such as a route.
 */
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

/** Adds a script and everything that it imports statically to `scripts`. */
const addWithImports = (fileName: string, chunks: ReadonlyMap<string, Chunk>, scripts: Set<Chunk>): void => {
  const chunk = chunks.get(fileName)
  if (!chunk || scripts.has(chunk)) return
  scripts.add(chunk)
  for (const imported of chunk.imports) addWithImports(imported, chunks, scripts)
}

/**
 * Returns the scripts behind the form of a route: those of the app, of the locale's layout and of the route.
 */
export const listFormScripts = (chunks: readonly Chunk[], route: string): Chunk[] => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const routePattern = new RegExp(String.raw`[\\/]src[\\/]routes[\\/]\$locale[\\/](?:route|${route})\.tsx`)
  const scripts = new Set<Chunk>()
  for (const chunk of chunks) {
    const isAppEntry = chunk.isEntry && isApp(chunk)
    const isRoute = routePattern.test(chunk.facadeModuleId ?? '')
    if (isAppEntry || isRoute) addWithImports(chunk.fileName, byName, scripts)
  }
  return [...scripts]
}

/** Fails the build if the scripts behind a form are larger than the budget. */
export const formBudget = (): Plugin => ({
  name: 'form-budget',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    // A build without the app has no forms.
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
