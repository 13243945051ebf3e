import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pagePackages } from '../vite-plugins/page-packages.ts'

/** Excludes the service worker and the prerenderer, which are built as a whole and never served by Vite. */
const files = globSync('src/**/*.{ts,tsx}').filter(
  (file) =>
    !/\.(?:test|contract)\.tsx?$|\/testing\/|^src\/(?:service-worker|prerender)|\.d\.ts$/.test(
      file.replaceAll('\\', '/'),
    ),
)

/** The packages and files that code imports at run time, without types. */
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

/** Imports of React's compiler and of JSX, which no file of ours names. */
const ofTheCompiler = new Set(['react/compiler-runtime', 'react/jsx-dev-runtime', 'react/jsx-runtime'])

test('bundles every package of the page or the upload worker before the first page', () => {
  expect(packages.length).toBeGreaterThan(15)
  expect(packages.filter((name) => !pagePackages.includes(name))).toEqual([])
})

test('bundles no package that nothing imports', () => {
  expect(pagePackages.filter((name) => !imported.has(name) && !ofTheCompiler.has(name))).toEqual([])
})
