import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sharedStyles } from './shared-layer.ts'

const sheets = globSync('src/**/*.css').filter((path) => sharedStyles.test(`/${path}`))

test('contains base styles and shared components, but no feature, token, print rule or toast', () => {
  expect(sheets).toEqual(expect.arrayContaining(['src/ui/styles/base.css', 'src/ui/button.module.css']))
  expect(sheets.filter((path) => /features|tokens|print|toaster/.test(path))).toEqual([])
})

test('no style in the layer sets a design token on the root element, which `tokens.css` would override', () => {
  const outsideLayer = readFileSync('src/ui/styles/tokens.css', 'utf8').replace(
    /@layer shared \{[^]*?\n\}/,
    '',
  )
  const tokens = new Set(outsideLayer.match(/--[\w-]+(?=:)/g))
  const overridden = sheets.flatMap((path) => {
    const rules = readFileSync(path, 'utf8').match(/(?::root|html)[^{}]*\{[^{}]*\}/g) ?? []
    const names = rules.flatMap((rule) => rule.match(/--[\w-]+(?=:)/g) ?? [])
    return names.filter((name) => tokens.has(name)).map((name) => `${path}: ${name}`)
  })
  expect(overridden).toEqual([])
})
