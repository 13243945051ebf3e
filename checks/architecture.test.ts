import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { architecture } from './architecture.ts'

/** The groups of nodes that reach each other (Tarjan's algorithm). The nodes of a group are sorted. */
const findCycles = (graph: ReadonlyMap<string, readonly string[]>): string[][] => {
  const indexes = new Map<string, number>()
  /** The earliest index reachable from a node whose group is still open. */
  const earliest = new Map<string, number>()
  const open: string[] = []
  const cycles: string[][] = []

  const visit = (node: string): number => {
    const index = indexes.size
    indexes.set(node, index)
    earliest.set(node, index)
    open.push(node)
    for (const next of graph.get(node) ?? []) {
      if (!graph.has(next)) continue
      const reached = indexes.has(next) ? open.includes(next) && (earliest.get(next) ?? index) : visit(next)
      if (reached !== false) earliest.set(node, Math.min(earliest.get(node) ?? index, reached))
    }
    if (earliest.get(node) === index) {
      const group = open.splice(open.indexOf(node))
      if (group.length > 1) cycles.push(group.toSorted())
    }
    return earliest.get(node) ?? index
  }

  for (const node of graph.keys()) if (!indexes.has(node)) visit(node)
  return cycles.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1))
}

type Import = { from: string; to: string; typeOnly: boolean }

const isSource = (file: string) => !/\.(test|contract|gen)\.tsx?$|\.browser\.test\.ts$/.test(file)
const topFolders = [...new Set(Object.keys(architecture).map((name) => name.split('/')[0]))]
/** In these folders the tests are the subject, and may import no more than the other files. */
const isOnlyTests = (file: string) => /^(e2e|integration)\//.test(file)
const files = globSync(`{${topFolders.join(',')}}/**/*.{ts,tsx}`, { exclude: ['**/node_modules/**'] }).filter(
  (file) => isSource(file) || isOnlyTests(file),
)

/**
 * The imports `import … from '../x'`, `export … from '../x'` and `import('../x')` of a file, as paths from
 * the root.
 */
const listImports = (from: string): Import[] =>
  [
    ...readFileSync(from, 'utf8').matchAll(
      /(?:(import|export)\s+(type\s)?[^'"]*?from\s*|import\s*\(?\s*)['"](\.[^'"]+)['"]/g,
    ),
  ].map(([, , type, path = '']) => ({
    from,
    to: relative('.', join(dirname(from), path)),
    typeOnly: type !== undefined,
  }))

const names = Object.keys(architecture).sort((a, b) => b.length - a.length)
const findFolder = (file: string) => names.find((name) => file === name || file.startsWith(`${name}/`))
const findFeature = (file: string) => /^src\/features\/([^/]+)\//.exec(file)?.[1]

const isAllowed = ({ from, to }: Import): boolean => {
  if (to.endsWith('.gen.ts')) return true
  const [importer, imported] = [findFolder(from), findFolder(to)]
  if (importer === undefined || imported === undefined) return !topFolders.includes(to.split('/')[0])
  const folder = architecture[importer]
  if (folder === undefined) return false
  if (importer === imported) return folder.siblings !== false || findFeature(from) === findFeature(to)
  const namedFiles = folder.only?.[imported]
  if (namedFiles) return namedFiles.includes(to)
  return folder.mayImport.includes(imported)
}

test('there are files to check', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap(listImports).length).toBeGreaterThan(100)
})

test('checks/architecture.ts allows every import', () => {
  const forbidden = files.flatMap(listImports).filter((candidate) => !isAllowed(candidate))
  expect(forbidden.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('the image is built from every file that the app imports', () => {
  const context = readFileSync('deploy/Containerfile.dockerignore', 'utf8').matchAll(/^!(.+)$/gm)
  const included = [...context].map(([, path]) => path)
  const imported = files
    .filter((file) => /^(src|server|sandbox|vite-plugins)\//.test(file))
    .flatMap(listImports)
  const absent = imported.filter(
    ({ to }) => !included.some((path) => to === path || to.startsWith(`${path}/`)),
  )
  expect(absent.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
})

test('no files import each other in a cycle, including types', () => {
  const graph = new Map(files.map((file) => [file, listImports(file).map(({ to }) => to)]))
  expect(findCycles(graph)).toEqual([])
})

test('finds a cycle of any length', () => {
  const graph = new Map([
    ['a', ['b', 'd']],
    ['b', ['c']],
    ['c', ['a']],
    ['d', ['elsewhere']],
    ['f', ['e', 'a']],
    ['e', ['f']],
  ])
  expect(findCycles(graph)).toEqual([
    ['a', 'b', 'c'],
    ['e', 'f'],
  ])
})

test('detects a feature that imports another, and a server that imports the app', () => {
  const refused = [
    { from: 'src/features/files/x.ts', to: 'src/features/courses/y.ts', typeOnly: false },
    { from: 'server/app.ts', to: 'src/platform/storage/database.ts', typeOnly: false },
    { from: 'sandbox/main.ts', to: 'server/app.ts', typeOnly: false },
    { from: 'node/take-lock.ts', to: 'src/lib/result.ts', typeOnly: true },
    { from: 'src/app/services/services.ts', to: 'node/take-lock.ts', typeOnly: false },
    { from: 'src/features/files/x.ts', to: 'src/workers/upload/engine.ts', typeOnly: false },
    { from: 'src/workers/upload/task/x.ts', to: 'src/workers/upload/files/y.ts', typeOnly: true },
    { from: 'src/workers/upload/queue/x.ts', to: 'src/workers/upload/testing/y.ts', typeOnly: true },
    { from: 'src/service-worker.ts', to: 'src/ui/button.tsx', typeOnly: false },
    { from: 'src/ui/button.tsx', to: 'src/account/account.ts', typeOnly: false },
    { from: 'e2e/journeys/x.spec.ts', to: 'src/config/locales.ts', typeOnly: true },
    { from: 'e2e/people/coach.ts', to: 'sandbox/shared/pools.ts', typeOnly: false },
    { from: 'e2e/bench/uploads.ts', to: 'src/session/session.ts', typeOnly: false },
    { from: 'src/main.tsx', to: 'scripts/product/environment.ts', typeOnly: false },
  ]
  expect(refused.filter(isAllowed)).toEqual([])
})

/** Which files may use which global. Side effects belong in `platform`; the entry points pass them in. */
const owners: [RegExp, RegExp][] = [
  [/\bindexedDB\b/, /^src\/(platform|too-old)\//],
  [/\bnavigator\.locks\b/, /^src\/(platform|too-old)\//],
  [/\bnavigator\.serviceWorker\b/, /^src\/(platform|recover)\//],
  // `createBrowser` is the only place that tests for optional browser features.
  [/'(caches|locks|storage|serviceWorker)' in /, /^src\/platform\//],
]

test.each(owners)('%s is only used in files that match %s', (word, owner) => {
  const code = (file: string) => readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
  const strangers = files.filter(
    (file) =>
      file.startsWith('src/') && !/\/testing\//.test(file) && !owner.test(file) && word.test(code(file)),
  )
  expect(strangers).toEqual([])
})
