import { expect, test } from 'vitest'
import { echoProbe } from '../platform/network/echo-probe.ts'
import { classifyRequest, mustBypassCaches, staticRoutes } from './classify-request.ts'

const origin = 'https://site.example'
const request = (given: Partial<Pick<Request, 'method' | 'mode'>>, path: string) =>
  classifyRequest({ method: 'GET', mode: 'cors', ...given, url: new URL(path, origin).href }, origin)
const go = (path: string) => request({ mode: 'navigate' }, path)

test.each([
  '/',
  '/pt-BR/',
  '/pt-BR/login',
  '/en-GB/training/training-1',
  '/es-AR/outbox?from=1.5',
  '/sitemap',
  '/pt-BR/sitemap',
  '/en-GB/verify/7K3M.9QXT.4FCM',
  '/pt-BR/about.html',
  '/apiary',
  '/api-docs',
])('a navigation to %s opens the app, with or without a connection', (path) => {
  expect(go(path)).toBe('page')
})

test('the recovery page opens without a connection, even with a trailing slash', () => {
  expect(go('/recover/')).toBe('recovery')
})

test.each([
  '/api',
  '/api/docs',
  '/api/export/?country=BR',
  '/.well-known/change-password',
  '/.well-known/assetlinks.json',
  '/robots.txt',
  '/sitemap.xml',
  '/healthz',
  '/readyz',
  '/videos/training-1.webm',
  '/report.csv',
  '/downloads/my.file.zip?name=a',
  'https://bucket.example/private/match.mp4',
])('leaves a navigation to %s to the network', (path) => {
  expect(go(path)).toBeUndefined()
})

test.each([
  ['/assets/locales/pt-BR/messages-1a2b.json', 'asset'],
  ['/assets/app-1a2b.js', 'asset'],
  ['/videos/training-1.webm', 'video'],
  ['/videos/training-1.webp', 'image-or-caption'],
  ['/videos/training-1.pt-BR.vtt', 'image-or-caption'],
  ['/logos/gb.svg', 'image-or-caption'],
  ['/api/get-impact', undefined],
  ['/api/picture.png', undefined],
  ['/healthz', undefined],
  ['/manifests/pt-BR.webmanifest', undefined],
  ['/screenshots/pt-home.webp', undefined],
  ['/robots.txt', undefined],
  ['https://bucket.example/private/photo.png', undefined],
] as const)('%s is served as %s', (path, served) => {
  expect(request({}, path)).toBe(served)
})

test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'])('never intercepts %s', (method) => {
  for (const path of ['/', '/pt-BR/files', '/assets/app-1a2b.js', '/videos/training-1.webm']) {
    expect(request({ method }, path)).toBeUndefined()
    expect(request({ method, mode: 'navigate' }, path)).toBeUndefined()
  }
})

test.each([
  ['cors', 'reload', true],
  ['no-cors', 'no-store', true],
  ['cors', 'default', false],
  ['navigate', 'reload', false],
] as const)('a request of mode %s with the cache mode %s bypasses this cache: %s', (mode, cache, past) => {
  expect(mustBypassCaches({ mode, cache })).toBe(past)
})

const matches = (urlPattern: string, url: string) => new URLPattern(urlPattern, origin).test(url)
const isStatic = (url: string) =>
  staticRoutes.some(({ condition }) =>
    'not' in condition ? !matches(condition.not.urlPattern, url) : matches(condition.urlPattern, url),
  )

test.each([`${origin}/api/save-answers`, origin + echoProbe.toUrl('1'), 'https://storage.example/part?n=1'])(
  'the request to %s does not start the service worker',
  (url) => {
    expect(isStatic(url)).toBe(true)
    expect(classifyRequest({ method: 'GET', mode: 'cors', url }, origin)).toBeUndefined()
  },
)

test.each([
  '/',
  '/pt-BR/',
  '/recover/',
  '/assets/app-1.js',
  '/videos/training-1.webm',
  '/apiary',
  '/pt-BR/files',
])('the request to %s reaches the service worker', (path) => {
  expect(isStatic(origin + path)).toBe(false)
})
