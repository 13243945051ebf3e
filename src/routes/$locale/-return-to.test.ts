import * as v from 'valibot'
import { expect, test } from 'vitest'
import { returnToAnyPageSearch, returnToSchema, returnToSearch } from './-return-to.ts'

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

test.each([
  '/en-GB/login',
  '/en-GB/login/',
  '/en-GB/Login?returnTo=%2Fen-GB%2Ffiles',
  '/en-GB/%6Cogin#top',
  '/en-GB/x/../sign-up',
  '/en-GB//login',
  '/en-GB/..//en-GB/login',
  '/en-GB/sign-up?step=you',
  '/en-GB/confirm-email',
  '/en-GB/forgot-password',
])('a sign-in does not lead to %s, which would redirect without end', (returnTo) => {
  expect(v.parse(v.object(returnToSearch), { returnTo })).toEqual({})
  expect(v.parse(v.object(returnToAnyPageSearch), { returnTo })).toEqual({ returnTo })
})
