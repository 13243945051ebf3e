import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseSync, type ESTree } from 'vite'

type Node = ESTree.Node

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

const listChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const functionTypes = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression'])

/** Components begin with a capital letter, hooks with `use`. */
const isRendering = (name: string): boolean => /^(?:[A-Z]|use[A-Z])/.test(name)

/** The methods of stores and services that return another value later. */
const changingReads = new Set([
  'state',
  'get',
  'snapshot',
  'read',
  'customer',
  'canRetry',
  'chosen',
  'pending',
])

/** Whether a node calls such a method. Calls with an argument, such as those of a `Map`, read something else. */
const isChangingRead = (node: Node): boolean =>
  node.type === 'CallExpression' &&
  node.arguments.length === 0 &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  changingReads.has(node.callee.property.name)

/** The reads of a component or a hook while it renders, without those in its callbacks. */
const listReads = (node: Node, source: string): string[] => [
  ...(isChangingRead(node) ? [source.slice(node.start, node.end)] : []),
  ...listChildren(node).flatMap((child) => (functionTypes.has(child.type) ? [] : listReads(child, source))),
]

/** The function that a declaration gives a name, such as `const Screen = () => …`. */
const findNamedFunction = (node: Node): { name: string; body: Node } | undefined => {
  if (node.type === 'FunctionDeclaration' && node.id) return { name: node.id.name, body: node }
  if (node.type !== 'VariableDeclarator' || node.id.type !== 'Identifier' || !node.init) return undefined
  return functionTypes.has(node.init.type) ? { name: node.id.name, body: node.init } : undefined
}

/** What components and hooks of a source read while they render, as written in the source. */
const listRenderReads = (path: string, source: string): string[] => {
  const found: string[] = []
  const visit = (node: Node): void => {
    const named = findNamedFunction(node)
    if (named && isRendering(named.name))
      found.push(...listChildren(named.body).flatMap((child) => listReads(child, source)))
    for (const child of listChildren(node)) visit(child)
  }
  visit(parseSync(path, source).program)
  return found
}

test('no component reads a value that changes without rendering it again', () => {
  const sources = globSync('src/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}', '**/*.gen.ts'] })
  expect(sources.length).toBeGreaterThan(500)
  const reads = sources.flatMap((path) =>
    listRenderReads(path, readFileSync(path, 'utf8')).map((text) => `${path}: ${text}`),
  )
  const advice =
    'React’s compiler remembers the result of such a call. Use useStore, or data of a query or loader'
  expect(reads, advice).toEqual([])
})

test.each([
  ['function Screen() { return session.state().status }', ['session.state()']],
  ['const Screen = () => <p>{data?.hosted.canRetry() === true}</p>', ['data?.hosted.canRetry()']],
  ['const useTheme = () => { const a = theme.get(); return a }', ['theme.get()']],
  ['const Screen = () => <Button onClick={() => session.state()} />', []],
  ['const Screen = () => useStore(session, session.state)', []],
  ['const Screen = () => rows.get(id)', []],
  ['const loader = () => session.state()', []],
])('finds what %s reads', (source, reads) => {
  expect(listRenderReads('a.tsx', source)).toEqual(reads)
})
