import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createCorsRule } from './cors-rule.ts'
import { createRoleStatements } from './role-statements.ts'

/** The JSON blocks of `docs/production.md`, for operators of another store or stack. */
const blocks = [...readFileSync('docs/production.md', 'utf8').matchAll(/^```json\n(.*?)^```/gms)].map(
  ([, text = '']): unknown => JSON.parse(text),
)

test('the documentation has the same CORS rule as the stand-in and the stack', () => {
  expect(blocks).toContainEqual([createCorsRule(['https://breaking-barriers.example'])])
})

test('the documentation has the same role statements as the stand-in and the stack', () => {
  expect(blocks).toContainEqual(createRoleStatements('YOUR-BUCKET'))
})
