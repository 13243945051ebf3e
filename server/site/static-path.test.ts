import { expect, test } from 'vitest'
import { canBePage, getStaticPath } from './site-files.ts'

test.each([
  ['/index.html', 'index.html'],
  ['/assets/app-1a2b.js', 'assets/app-1a2b.js'],
  ['/locales/pt-BR/messages.json', 'locales/pt-BR/messages.json'],
  ['/with%20space.txt', 'with space.txt'],
])('%s is a file', (pathname, path) => {
  expect(getStaticPath(pathname)).toBe(path)
})

test.each([
  '/../secret',
  '/assets/../../secret',
  '/%2e%2e/secret',
  '/..%2fsecret',
  '/assets/..%5c..%5csecret',
  '/%5c..%5csecret',
  '//etc/passwd',
  '/.env',
  '/assets/.hidden',
  '/nul%00.html',
  '/c:/secret',
  '/%zz',
  '/',
  '/assets/app-1a2b.js.map',
  '/assets/app-1a2b.js%2Emap',
])('%s cannot be a file', (pathname) => {
  expect(getStaticPath(pathname)).toBeUndefined()
})

test.each(['/', '/pt-BR/', '/pt-BR/login', '/sitemap', '/apiary', '/en-GB/courses/training-1', '/pt-BR/a.b'])(
  '%s may be a page',
  (pathname) => {
    expect(canBePage(pathname)).toBe(true)
  },
)

test.each([
  '/api',
  '/api/login',
  '/.well-known/change-password',
  '/robots.txt',
  '/sitemap.xml',
  '/assets/gone.js',
])('%s is never a page', (pathname) => {
  expect(canBePage(pathname)).toBe(false)
})
