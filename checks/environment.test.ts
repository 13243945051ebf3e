import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const files = globSync('{src,server,sandbox,node,scripts,vite-plugins,films,e2e,integration,checks}/**/*.ts')
  .concat(globSync('*.config.ts'))
  .concat(globSync('scripts/*.js'))

/**
 * Matches `process.env['PORT']`, `env['PORT']`, `process.env.PORT`, and the rows of the schemas that read the
 * environment.
 */
const reads = /\benv(?:\[['"]|\.)([A-Z][A-Z0-9_]+)\b|^ {2}([A-Z][A-Z0-9_]+): (?:v\.|[a-z]\w*,$)/gm

/** Variables of the system, of the tools that we call, and of `npm run mutants` itself. */
const others = new Set([
  'PATH',
  'LC_ALL',
  'CI',
  'DEV',
  'PLAYWRIGHT_JSON_OUTPUT_NAME',
  'TEST_PARALLEL_INDEX',
  'DEBIAN_FRONTEND',
  'GOGC',
  'MUTANT',
])

const read = new Set(
  files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(reads)].map(([, direct, row]) => direct ?? row ?? ''),
  ),
)

test('finds variables where they are read', () => {
  expect([...read]).toEqual(
    expect.arrayContaining([
      'PORT',
      'HOST',
      'VITE_USER_POOLS',
      'OUT_DIR',
      'TEST_DATABASE_URL',
      'SANDBOX_DATA',
    ]),
  )
})

test('documents every environment variable that is read', () => {
  const documented = readFileSync('docs/configuration.md', 'utf8')
  const unexplained = [...read].filter((name) => !others.has(name) && !documented.includes(`\`${name}\``))
  expect(unexplained).toEqual([])
})
