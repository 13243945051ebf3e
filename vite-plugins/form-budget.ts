import { brotliCompressSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** In bytes, compressed: the scripts that a form needs before it is drawn. */
const formBytes = 228_000

/**
 * In bytes, compressed: the scripts of an identity provider that the form does not have already. A form is sent
 * through the provider of its locale. `provider-for.ts` loads it, and no script imports it statically.
 */
const providerBytes = { 'user-pool': 38_600, loyalty: 3_200 }

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

/** Returns the scripts that a form needs before a provider can receive it, without those behind the form. */
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
  return [...scripts].slice(formScripts.length)
}

/** Describes scripts that are larger than their budget, or that the build does not contain. */
export const findExcess = (
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

/** Fails the build if the scripts behind a form, or those of a provider, are larger than their budget. */
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
        findExcess(route, formScripts, formBytes),
        ...Object.entries(providerBytes).map(([provider, bytes]) =>
          findExcess(`${route} at ${provider}`, listProviderScripts(chunks, provider, formScripts), bytes),
        ),
      ].filter((excess) => excess !== undefined)
      if (excesses.length > 0) this.error(excesses.join('\n'))
    }
  },
})
