import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** In bytes, compressed: the scripts that a form needs before it is drawn. */
const formBudgetBytes = 228_000

/**
 * In bytes, compressed: the scripts of an identity provider without those that the form has loaded already. A
 * form is sent through the provider of its locale. `load-provider.ts` loads the provider, and no script imports
 * it statically.
 */
const providerBudgetBytes = { 'user-pool': 38_600, loyalty: 3_200 }

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
 * Returns the scripts that the form of a route needs: those of the app, of the locale's layout and of the route.
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

/** Returns the scripts of a provider, without those that its form has loaded already. */
export const listProviderScripts = (
  chunks: readonly Chunk[],
  provider: string,
  formScripts: readonly Chunk[],
): Chunk[] => {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const providerPattern = new RegExp(String.raw`[\\/]providers[\\/]${provider}[\\/]${provider}-provider\.ts$`)
  const scripts = new Set(formScripts)
  for (const chunk of chunks)
    if (providerPattern.test(chunk.facadeModuleId ?? '')) addWithImports(chunk.fileName, byName, scripts)
  // A set keeps its order, so the scripts of the provider follow those of the form.
  return [...scripts].slice(formScripts.length)
}

/** Describes scripts that are larger than their budget, or that the build does not contain. */
export const describeExcess = (
  name: string,
  scripts: readonly Chunk[],
  budgetBytes: number,
): string | undefined => {
  if (scripts.length === 0) return `The build has no script for ${name}.`
  const sizes = scripts.map(({ code }) => brotliCompressSync(code).byteLength)
  const total = sizes.reduce((sum, size) => sum + size, 0)
  if (total <= budgetBytes) return undefined
  const list = scripts.map(({ fileName }, index) => `${fileName} ${sizes[index]}`).join(', ')
  return `The scripts for ${name} have ${total} bytes, ${total - budgetBytes} more than they may: ${list}`
}

/** Fails the build if the scripts of a form, or those of a provider, are larger than their budget. */
export const formBudget = (): Plugin => ({
  name: 'form-budget',
  apply: 'build',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
    // A build without the app has no forms.
    if (!chunks.some(isApp)) return
    for (const route of formRoutes) {
      const formScripts = listFormScripts(chunks, route)
      const excesses = [
        describeExcess(route, formScripts, formBudgetBytes),
        ...Object.entries(providerBudgetBytes).map(([provider, budgetBytes]) => {
          const scripts = listProviderScripts(chunks, provider, formScripts)
          return describeExcess(`${route} at ${provider}`, scripts, budgetBytes)
        }),
      ].filter((excess) => excess !== undefined)
      if (excesses.length > 0) this.error(excesses.join('\n'))
    }
  },
})
