import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagePackages } from '../vite-plugins/page-packages.ts'

/** The service worker and what prerenders are built as a whole, never served by Vite. */
const files = globSync('src/**/*.{ts,tsx}').filter(
  (file) =>
    !/\.(?:test|contract)\.tsx?$|\/testing\/|^src\/(?:service-worker|prerender)|\.d\.ts$/.test(
      file.replaceAll('\\', '/'),
    ),
)

/** What files import at run time, types aside, that is neither a file of ours nor a virtual module. */
const imported = new Set(
  files.flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(
        /^(?:import|export)\s+(?!type\b)(?:[^'"]*?from\s*)?'([^']+)'|\bimport\('([^']+)'\)/gm,
      ),
    ].map(([, name, lazy]) => name ?? lazy ?? ''),
  ),
)
const packages = [...imported].filter((name) => !/^(?:\.|virtual:|node:)/.test(name))

/** What React's compiler and JSX import; no file of ours names them. */
const ofTheCompiler = new Set(['react/compiler-runtime', 'react/jsx-dev-runtime', 'react/jsx-runtime'])

test('every package that the page or the upload worker imports is bundled before the first page', () => {
  expect(packages.length).toBeGreaterThan(15)
  expect(packages.filter((name) => !pagePackages.includes(name))).toEqual([])
})

test('no package is bundled that nothing imports any more', () => {
  expect(pagePackages.filter((name) => !imported.has(name) && !ofTheCompiler.has(name))).toEqual([])
})
