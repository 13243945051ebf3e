import { globSync, readFileSync } from 'node:fs'
import { parseSync, type ESTree } from 'vite'
import { expect, test } from 'vitest'
import { callNames, productApi, type CallName } from '../src/contract/product-api.ts'

type Node = ESTree.Node
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** The call that a path names: `/api/events`, or `/api/sync-device?device=…` with a query. */
const findCallByPath = (text: string): CallName | undefined => {
  const [path] = text.split('?')
  return callNames.find((name) => productApi[name].path === path)
}

const findCallName = (argument: Node | undefined): CallName | undefined =>
  callNames.find((name) => argument?.type === 'Literal' && argument.value === name)

/**
 * The call of the product API that a node names: by its path, as `productApi.events.path`, or as
 * `call('events')` of a client.
 */
const findNamedCall = (node: Node, source: string): CallName | undefined => {
  if (node.type === 'Literal' && typeof node.value === 'string') return findCallByPath(node.value)
  if (node.type === 'TemplateLiteral') return findCallByPath(node.quasis[0]?.value.cooked ?? '')
  if (node.type === 'CallExpression') {
    const { callee } = node
    const isClient =
      callee.type === 'MemberExpression' &&
      callee.property.type === 'Identifier' &&
      callee.property.name === 'call'
    return isClient ? findCallName(node.arguments[0]) : undefined
  }
  if (node.type !== 'MemberExpression') return undefined
  return callNames.find((name) => source.slice(node.start, node.end) === `productApi.${name}.path`)
}

/** The calls of the product API that a test file names individually. A table of all calls names none. */
const listCalls = (path: string, source: string): Set<CallName> => {
  const called = new Set<CallName>()
  const visit = (node: Node): void => {
    const name = findNamedCall(node, source)
    if (name) called.add(name)
    for (const child of Object.values(node).flat().filter(isNode)) visit(child)
  }
  visit(parseSync(path, source).program)
  return called
}

test('every call of the product API has its own test at the server', () => {
  const called = globSync('{server,integration}/**/*.test.ts').map((path) =>
    listCalls(path, readFileSync(path, 'utf8')),
  )
  const untested = callNames.filter((name) => !called.some((names) => names.has(name)))
  expect(untested, 'Nothing but the tests of all calls makes these').toEqual([])
})

test.each([
  ["await coach.post('/api/get-impact', mine)", ['getImpact']],
  ['await admin.get(`/api/sync-device?device=${device}`)', ['syncDevice']],
  ['await coach.deliver(productApi.saveImpact.path, impact)', ['saveImpact']],
  ["await client.call('events', { ...samples.events, place: 'x' })", ['events']],
  ['expect(body).toEqual(productApi.saveImpact.body)', []],
  ["// as '/api/get-impact' does\nawait coach.post('/api/get-impacts', mine)", []],
  ['for (const name of callNames) await coach.post(productApi[name].path, samples[name])', []],
  ["expect(names).toContain('events')", []],
])('%s makes %j', (source, names) => {
  expect([...listCalls('some.test.ts', source)]).toEqual(names)
})
