import { readFileSync } from 'node:fs'
import { parseSync, type ESTree } from 'vite'

/** A test or a test step: the titles around it and its own title, as written in the file. */
type TitledTest = { titles: readonly string[]; isSkipped: boolean }
type Node = ESTree.Node
/** The tests of a file, and all other string and number literals in it. */
type Tests = { titledTests: TitledTest[]; literals: Set<string> }

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value
const listChildren = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

/** Lists the words before a title. For `test.each(rows)` they are `test` and `each`. */
const listWords = (callee: Node): string[] => {
  if (callee.type === 'Identifier') return [callee.name]
  if (callee.type === 'CallExpression') return listWords(callee.callee)
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
    return [...listWords(callee.object), callee.property.name]
  return []
}

/**
 * Returns the title in the first argument of a call. A template keeps its placeholders (`${…}`). A variable
 * as a title becomes a placeholder, too.
 */
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
const isSkipWord = (word: string) => /^(?:skip|todo|fixme)$/.test(word)

/** Reads the tests and the literals of a file. Tables of tests fill titles with these literals. */
const readTests = (path: string): Tests => {
  const source = readFileSync(path, 'utf8')
  const tests: Tests = { titledTests: [], literals: new Set() }
  /** Visits a node and the nodes inside it. `parent` is the test or group around it. */
  const visit = (node: Node, parent: TitledTest): void => {
    let current = parent
    let titleNode: Node | undefined
    if (node.type === 'Literal') tests.literals.add(String(node.value))
    if (node.type === 'CallExpression') {
      const words = listWords(node.callee)
      const title = findTitle(node.arguments[0], source)
      if (title !== undefined && isTest(words)) {
        titleNode = node.arguments[0]
        const isSkipped = parent.isSkipped || words.some(isSkipWord)
        current = { titles: [...parent.titles, title], isSkipped }
        if (!words.includes('describe')) tests.titledTests.push(current)
      }
    }
    // The title itself is no literal that could fill another title.
    for (const child of listChildren(node)) if (child !== titleNode) visit(child, current)
  }
  visit(parseSync(path, source).program, { titles: [], isSkipped: false })
  return tests
}

/** Matches a placeholder: `%s` and `$name` in a table of tests, or `${…}` in a template. */
const placeholder = /%[sdifjo]|\$\{[^}]*\}|\$[a-z][\w.]*/g
const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/** Whether a title is this template, filled with texts and numbers from the file. */
const isFilled = (template: string, title: string, literals: ReadonlySet<string>): boolean => {
  const pattern = template.split(placeholder).map(escapePattern).join('(.+?)')
  const [, ...values] = new RegExp(`^${pattern}$`).exec(title) ?? []
  return values.length > 0 && values.every((value) => literals.has(value))
}

const testsByPath = new Map<string, Tests>()

const getTests = (path: string): Tests => {
  const tests = testsByPath.get(path) ?? readTests(path)
  testsByPath.set(path, tests)
  return tests
}

/**
 * Lists the titles of a file's tests that are not skipped, each after the titles around it. Vitest's `-t`
 * matches this text.
 */
export const listTitles = (path: string): string[] =>
  getTests(path).titledTests.flatMap(({ titles, isSkipped }) => (isSkipped ? [] : [titles.join(' ')]))

/**
 * Counts the tests of a file that a reference names and that are not skipped. A reference is `title`, or
 * `describe › title` if several tests have the title; an empty one names all tests. A test in a table is
 * named by its template, or by the template filled with a row of the table.
 */
export const countTests = (path: string, reference: string): number => {
  const { titledTests, literals } = getTests(path)
  const activeTests = titledTests.filter(({ isSkipped }) => !isSkipped)
  if (reference === '') return activeTests.length
  const names = reference.split(' › ')
  // Compares with the last titles of a test, because a reference may leave out the outer titles.
  const countMatches = (matches: (template: string, name: string) => boolean) =>
    activeTests.filter(({ titles }) =>
      names.every((name, index) => matches(titles.at(index - names.length) ?? '', name)),
    ).length
  return (
    countMatches((template, name) => template === name) ||
    countMatches((template, name) => template === name || isFilled(template, name, literals))
  )
}
