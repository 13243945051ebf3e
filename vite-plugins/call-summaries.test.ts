import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { callNames, productApi } from '../src/contract/product-api.ts'
import { omitSummaries } from './call-summaries.ts'

const sources = globSync('src/contract/product-api/*.ts').map((path) => readFileSync(path, 'utf8'))

test.each(callNames)('omits the summary of %s, and nothing else of it', (name) => {
  const { path, summary } = productApi[name]
  const source = sources.find((text) => text.includes(`'${path}'`)) ?? ''
  expect(source).toContain(summary)
  const omitted = omitSummaries(source)
  expect(omitted).not.toContain(summary)
  expect(omitted).toContain(`'${path}'`)
  expect(omitted.split('\n').length).toBe(source.split('\n').length)
})
