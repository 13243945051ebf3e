import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { corsRule } from './cors-rule.ts'
import { roleStatements } from './role-statements.ts'

/** The JSON that the README gives to an operator of another store or stack. */
const blocks = [...readFileSync('README.md', 'utf8').matchAll(/^```json\n(.*?)^```/gms)].map(
  ([, text = '']): unknown => JSON.parse(text),
)

test('the README has the rule of CORS as the stand-in and the stack have it', () => {
  expect(blocks).toContainEqual([corsRule(['https://breaking-barriers.example'])])
})

test('the README has the statements of the role as the stand-in and the stack have them', () => {
  expect(blocks).toContainEqual(roleStatements('YOUR-BUCKET'))
})
