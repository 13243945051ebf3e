import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { countTests, listTitles } from './test-titles.ts'

const map = 'docs/specification-map.md'
const documents = ['README.md', 'CHANGELOG.md', ...globSync('docs/**/*.md')].map((path) =>
  path.replaceAll('\\', '/'),
)
const read = (path: string) => readFileSync(path, 'utf8')

const folders = readdirSync('.', { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && /^[a-z]/.test(entry.name) && entry.name !== 'node_modules' ? [entry.name] : [],
)
const scripts = ['.', ...folders].flatMap((folder) =>
  globSync(folder === '.' ? '*.ts' : `${folder}/**/*.{ts,tsx}`, { exclude: ['**/node_modules/**'] }).map(
    (path) => `/${path.replaceAll('\\', '/')}`,
  ),
)

/**
 * Whether a text names a path of the project, such as `docs/architecture.md`, `server/` or
 * `checks/docs.test.ts`, unlike `/api/login`, `npm` and `.data/`.
 */
const isProjectPath = (text: string) =>
  folders.some((folder) => text.startsWith(`${folder}/`) && !text.includes('${')) ||
  /^[\w./-]+\.tsx?$/.test(text)

const readTestImports = () =>
  globSync('{src,integration,sandbox}/**/*.{test,contract}.ts')
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')

/** Vitest and Playwright run these files by name. A contract runs if a test imports it. */
const isRun = (path: string) =>
  /^e2e\/.*\.spec\.ts$|^(?!e2e\/).*\.test\.ts$/.test(path) ||
  (path.endsWith('.contract.ts') && readTestImports().includes(`/${basename(path)}'`))

/** Every word of the code, and of the messages. */
const words = new Set(
  [...scripts.map((path) => `.${path}`), 'package.json', ...globSync('locales/*/messages.json')].flatMap(
    (path) => read(path).match(/\w+/g) ?? [],
  ),
)
/** Names that the documents use although the code has none of them. */
const foreignNames = new Set([
  // The example of a new call.
  'saveNote',
  // Of HTTP headers and of the logs of a web ACL.
  'includeSubDomains',
  'terminatingRule',
  'terminatingRuleId',
  'ruleGroupList',
])

const findSpans = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span)

/** The project's paths that a document names in code spans and in link targets. */
const listPaths = (document: string): string[] => {
  const text = read(document).replaceAll(/^```.*?^```$/gms, '')
  const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#]+)/g)].map(([, target = '']) =>
    join(dirname(document), target).replaceAll('\\', '/'),
  )
  const words = findSpans(text).flatMap((span) => span.split(' '))
  return [...links, ...words.filter(isProjectPath)]
}

/** The anchor of a heading, as GitHub makes it. */
const toAnchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** The links of a document to headings that do not exist. */
const findBrokenAnchors = (document: string): string[] =>
  [...read(document).matchAll(/\]\((?!\w+:)([^)#]*\.md)?#([^)]+)\)/g)].flatMap(
    ([, target = '', anchor = '']) => {
      const path = target === '' ? document : join(dirname(document), target)
      const headings = [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading))
      return headings.includes(anchor) ? [] : [`${path}#${anchor}`]
    },
  )

/** `<locale>` matches any name. The end of a path may name a script, as in prose about one folder. */
const exists = (path: string) =>
  existsSync(path) ||
  globSync(path.replaceAll(/<[^>]+>/g, '*')).length > 0 ||
  scripts.some((script) => script.endsWith(`/${path}`))

/** The commands in a text that select a test by title but match none. */
const findIdleCommands = (text: string): string[] =>
  findSpans(text).filter((span) => {
    const [, command = '', title] = /^(npx vitest .*) -t '([^']+)'/.exec(span) ?? []
    if (title === undefined) return false
    const files = command
      .split(' ')
      .filter(isProjectPath)
      .flatMap((path) => (isRun(path) ? [path] : globSync(`${path}/**/*.test.ts`)))
    return !files.some((path) => listTitles(path).some((one) => new RegExp(title).test(one)))
  })

test.each([
  ["Try `npx vitest run --project checks checks/ -t 'names only files that exist'`.", true],
  ["Try `npx vitest run --project checks checks/docs.test.ts -t 'names only files'`.", true],
  ["Try `npx vitest run --project checks checks/ -t 'names no files that exist'`.", false],
  ["Try `npx vitest run --project unit src/lib/ -t 'names only files'`.", false],
])('%s finds a test: %s', (text, finds) => {
  expect(findIdleCommands(text)).toHaveLength(finds ? 0 : 1)
})

describe.each(documents)('%s', (document) => {
  test('names only files that exist', () => {
    expect(listPaths(document).filter((path) => !exists(path))).toEqual([])
  })

  test('links only to headings that exist', () => {
    expect(findBrokenAnchors(document)).toEqual([])
  })

  test('runs a test in every example that names one by its title', () => {
    expect(findIdleCommands(read(document))).toEqual([])
  })

  test('uses only names that the code has', () => {
    const names = findSpans(read(document)).filter((span) => /^[a-z]+(?:[A-Z][a-z]+)+$/.test(span))
    expect(names.filter((name) => !foreignNames.has(name) && !words.has(name))).toEqual([])
  })

  test('contains no path of a machine', () => {
    const machinePaths =
      /(?:^|[\s`'"(=])(?:\/(?:work|tmp|root|home|Users|usr|var|opt|mnt)\/|~\/|[A-Z]:\\|file:\/\/)\S*/gm
    expect(read(document).match(machinePaths) ?? []).toEqual([])
  })
})

describe('the specification map', () => {
  const rows = read(map)
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:sentence|---) \|/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\||\|$/g, '').trim()))

  test('has a line of three cells for every sentence', () => {
    expect(rows.length).toBeGreaterThan(150)
    expect(rows.filter((cells) => cells.length !== 3 || cells.includes(''))).toEqual([])
  })

  test('has a proof or the word "open" in every line', () => {
    const silent = rows.filter(
      ([, , proof = '']) => findSpans(proof).length === 0 && !/^open: \w/.test(proof),
    )
    expect(silent).toEqual([])
  })

  test('names tests that run, each by its exact title', () => {
    const proofs = rows.flatMap(([, , proof = '']) => findSpans(proof))
    const wrong = proofs.flatMap((proof) => {
      const [path = '', ...title] = proof.split(' › ')
      if (!existsSync(path) || !isRun(path)) return [`${proof}: no file of tests that are run`]
      const tests = countTests(path, title.join(' › '))
      return tests === 1 || (tests > 1 && title.length === 0) ? [] : [`${proof}: names ${tests} tests`]
    })
    expect(wrong).toEqual([])
  })
})

describe('the title of a test', () => {
  const file = 'checks/testing/titles.txt'
  test.each([
    ['a plain title', 1],
    ['a plain', 0],
    ['is skipped', 0],
    ['is left out with its describe', 0],
    ['has a table of %s', 1],
    ['has a table of rows', 1],
    ['has a table of columns', 0],
    ['is there twice', 2],
    ['the first › is there twice', 1],
    ['has a template of ${locale}', 1],
    ['is there twice › has a step', 1],
    ['is only said in a comment', 0],
    ['', 7],
  ])('%s matches this many tests: %i', (title, count) => {
    expect(countTests(file, title)).toBe(count)
  })
})
