import { readFileSync } from 'node:fs'
import { parseSync, type ESTree } from 'vite'

/** A test or a test step: the titles around it and its own title, as written in the file. */
type Titled = { titles: readonly string[]; skipped: boolean }
type Node = ESTree.Node
type Tests = { titled: Titled[]; literals: Set<string> }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const listChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** The words before a title. For `test.each(rows)` they are `test` and `each`. */
const listNames = (callee: Node): string[] => {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type === 'CallExpression') return listNames(callee.callee)
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
    return [...listNames(callee.object), callee.property.name]
  return []
}

/** A template keeps its placeholders (`${…}`). A variable as a title becomes a placeholder, too. */
const findTitle = (argument: Node | undefined, source: string): string | undefined => {
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

/**
 * The tests of a file, and all other string and number literals in it. Tables of tests fill titles with these
 * literals.
 */
const readTests = (path: string): Tests => {
  const source = readFileSync(path, 'utf8')
  const tests: Tests = { titled: [], literals: new Set() }
  const visit = (node: Node, around: Titled): void => {
    let inside = around
    let named: Node | undefined
    if (node.type === 'Literal') tests.literals.add(String(node.value))
    if (node.type === 'CallExpression') {
      const words = listNames(node.callee)
      const title = findTitle(node.arguments[0], source)
      if (title !== undefined && isTest(words)) {
        named = node.arguments[0]
        inside = { titles: [...around.titles, title], skipped: around.skipped || words.some(isSkipped) }
        if (!words.includes('describe')) tests.titled.push(inside)
      }
    }
    for (const child of listChildren(node)) if (child !== named) visit(child, inside)
  }
  visit(parseSync(path, source).program, { titles: [], skipped: false })
  return tests
}

const open = /%[sdifjo]|\$\{[^}]*\}|\$[a-z][\w.]*/g
const escaped = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Whether a title is this template, filled with texts and numbers from the file. */
const isFilled = (template: string, title: string, literals: ReadonlySet<string>): boolean => {
  const pattern = template.split(open).map(escaped).join('(.+?)')
  const [, ...values] = new RegExp(`^${pattern}$`).exec(title) ?? []
  return values.length > 0 && values.every((value) => literals.has(value))
}

const cache = new Map<string, Tests>()

const getTests = (path: string): Tests => {
  const tests = cache.get(path) ?? readTests(path)
  cache.set(path, tests)
  return tests
}

/** The titles of a file's running tests, each after the titles around it. Vitest's `-t` matches this text. */
export const listTitles = (path: string): string[] =>
  getTests(path).titled.flatMap(({ titles, skipped }) => (skipped ? [] : [titles.join(' ')]))

/**
 * Counts the running tests of a file that a reference names: `title`, or `describe › title` if several tests
 * have the title. A test in a table is named by its template, or by the template filled with a row of the
 * table.
 */
export const countTests = (path: string, reference: string): number => {
  const { titled, literals } = getTests(path)
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
