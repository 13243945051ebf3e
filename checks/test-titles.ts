import { readFileSync } from 'node:fs'
import { parseSync, type ESTree } from 'vite'

/** A test or a step of one: the titles of what is around it and its own, as they are written in the file. */
type Titled = { titles: readonly string[]; skipped: boolean }
type Node = ESTree.Node
type Tests = { titled: Titled[]; literals: Set<string> }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The words before a title: of `test.each(rows)` it is `test` and `each`. */
const wordsOf = (callee: Node): string[] => {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type === 'CallExpression') return wordsOf(callee.callee)
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
    return [...wordsOf(callee.object), callee.property.name]
  return []
}

/** A template is left as it is written, with its `${…}`; a title that a loop names is one. */
const titleOf = (argument: Node | undefined, source: string): string | undefined => {
  if (argument?.type === 'Identifier') return `\${${argument.name}}`
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value
  if (argument?.type === 'TemplateLiteral') return source.slice(argument.start + 1, argument.end - 1)
  return undefined
}

const isTest = (words: readonly string[]) =>
  /^(?:test|describe)(?: (?:describe|step|each|for|only|skip|todo|fixme|skipIf|runIf))*$/.test(
    words.join(' '),
  )
const isSkipped = (word: string) => /^(?:skip|todo|fixme)$/.test(word)

/** What a file of tests declares, and every other text and number in it: with those its tables fill titles. */
const readTests = (path: string): Tests => {
  const source = readFileSync(path, 'utf8')
  const tests: Tests = { titled: [], literals: new Set() }
  const visit = (node: Node, around: Titled): void => {
    let inside = around
    let named: Node | undefined
    if (node.type === 'Literal') tests.literals.add(String(node.value))
    if (node.type === 'CallExpression') {
      const words = wordsOf(node.callee)
      const title = titleOf(node.arguments[0], source)
      if (title !== undefined && isTest(words)) {
        named = node.arguments[0]
        inside = { titles: [...around.titles, title], skipped: around.skipped || words.some(isSkipped) }
        if (!words.includes('describe')) tests.titled.push(inside)
      }
    }
    for (const child of childrenOf(node)) if (child !== named) visit(child, inside)
  }
  visit(parseSync(path, source).program, { titles: [], skipped: false })
  return tests
}

const open = /%[sdifjo]|\$\{[^}]*\}|\$[a-z][\w.]*/g
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Whether a title is this template, filled with texts and numbers of the file. */
const isFilled = (template: string, title: string, literals: ReadonlySet<string>): boolean => {
  const pattern = template.split(open).map(escaped).join('(.+?)')
  const [, ...values] = new RegExp(`^${pattern}$`).exec(title) ?? []
  return values.length > 0 && values.every((value) => literals.has(value))
}

const cache = new Map<string, Tests>()

const testsOf = (path: string): Tests => {
  const tests = cache.get(path) ?? readTests(path)
  cache.set(path, tests)
  return tests
}

/** The titles of the tests of a file that run, each behind those of what is around it: what Vitest's `-t` looks into. */
export const titlesOf = (path: string): string[] =>
  testsOf(path).titled.flatMap(({ titles, skipped }) => (skipped ? [] : [titles.join(' ')]))

/**
 * How many running tests of a file a reference names: `title`, or `describe › title` where several have the title. A
 * title of a table is named by its template, or as a row of the table fills it.
 */
export const countTests = (path: string, reference: string): number => {
  const { titled, literals } = testsOf(path)
  const running = titled.filter(({ skipped }) => !skipped)
  if (reference === '') return running.length
  const names = reference.split(' › ')
  const named = (matches: (template: string, name: string) => boolean) =>
    running.filter(({ titles }) =>
      names.every((name, at) => matches(titles.at(at - names.length) ?? '', name)),
    ).length
  return (
    named((template, name) => template === name) ||
    named((template, name) => template === name || isFilled(template, name, literals))
  )
}
