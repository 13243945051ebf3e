import * as v from 'valibot'
import { expect, test } from 'vitest'
import { returnToSchema } from './-return-to.ts'

test.each(['/en-GB/files', '/pt-BR/meus-cursos?folder=final%2F#top', '/es-MX/videos/año nuevo'])(
  'accepts %s as a page to return to',
  (path) => {
    expect(v.is(returnToSchema, path)).toBe(true)
  },
)

test.each([
  ['an address elsewhere', 'https://evil.test/en-GB/'],
  ['an address elsewhere without its scheme', '//evil.test/en-GB/'],
  ['a page outside of every locale', '/api/health'],
  ['a line break', '/en-GB/files\n'],
  ['a line break inside', '/en-GB/\r\nfiles'],
  ['a tab', '/en-GB/\tfiles'],
  ['a character that ends a text', '/en-GB/files\u0000'],
  ['a delete', '/en-GB/files\u007F'],
  ['a backslash', String.raw`/en-GB/\evil.test`],
])('rejects %s', (_, path) => {
  expect(v.is(returnToSchema, path)).toBe(false)
})
