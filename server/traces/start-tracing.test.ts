import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startTracing } from './start-tracing.ts'

const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] }).map((path) => ({
  path,
  text: readFileSync(path, 'utf8'),
}))

/** The files that load a module statically: type imports and `import()` do not count. */
const loading = (module: RegExp) =>
  sources
    .filter(({ text }) =>
      [...text.matchAll(/^import (?!type )[^']*? from '(.*)'$/gm)].some(([, from = '']) => module.test(from)),
    )
    .map(({ path }) => path)
    .toSorted()

test('traces nothing, and loads no tracing code, without a collector', async () => {
  const log = { warn: () => undefined }
  expect(await startTracing({ settings: undefined, version: '1', log })).toBeUndefined()
  const [exporter, tracing] = ['server/traces/create-exporter.ts', 'server/traces/create-tracing.ts']
  expect(loading(/^@opentelemetry\/(?:sdk-trace|exporter-trace-|resources)/)).toEqual([exporter, tracing])
  expect(loading(/\/create-exporter\.ts$/)).toEqual([tracing])
  expect(loading(/\/create-tracing\.ts$/)).toEqual([])
})
