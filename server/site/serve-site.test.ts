import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, promises, rmSync, writeFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { AppEnv } from '../http/app-env.ts'
import { serveSite } from './serve-site.ts'

let root: string
let app: Hono<AppEnv>
const script = 'export const words = "to be compressed";\n'.repeat(100)
const video = randomBytes(300_000)
const html = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

const write = (path: string, content: string | Buffer) => {
  mkdirSync(dirname(join(root, 'dist', path)), { recursive: true })
  writeFileSync(join(root, 'dist', path), content)
}

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'site-'))
  write('index.html', '<!doctype html><title>The app</title>')
  write('pt-BR/index.html', '<title>Início</title>')
  write('es-AR/index.html', '<title>Inicio</title>')
  write('es-AR/about.html', '<title>Quiénes somos</title>')
  write(
    'known-addresses.json',
    JSON.stringify({
      'pt-BR': ['', 'about', 'admin/sync', 'admin/sync/$device', 'cursos', 'files', 'install', 'login'],
      'en-GB': ['', 'about', 'training', 'training/training-1'],
      'es-AR': ['', 'about', 'change-location', 'verify/$number'],
      'es-MX': [
        '',
        'about',
        'curso',
        'curso/certificate',
        'curso/training-1',
        'files',
        'verify',
        'verify/$number',
      ],
    }),
  )
  write('es-MX/about.html', '<title>Quiénes somos (MX)</title>')
  write('es-MX/app/index.html', '<title>Rompiendo barreras</title>')
  write('es-MX/app/not-found.html', '<title>No encontramos esta página</title>')
  write('es-MX/app/verify.html', '<title>Verificar</title>')
  write('es-MX/app/curso.html', '<title>El curso</title>')
  write('es-MX/app/curso/training-1.html', '<title>El círculo</title>')
  write('recover.html', '<!doctype html><title>Repair</title>')
  write('assets/app-1a2b3c4d.js', script)
  write('service-worker.js', 'self.skipWaiting()')
  write('manifests/pt-BR.webmanifest', '{}')
  write('locales/pt-BR/messages.json', '{"hello":"Olá"}')
  write('videos/training-1.webm', video)
  write('videos/training-1.pt-BR.vtt', 'WEBVTT')
  write('videos/empty.webm', '')
  write('thumbnails/training-1.webp', 'a picture')
  write('robots.txt', 'User-agent: *')
  writeFileSync(join(root, 'secret.txt'), 'secret')
  app = new Hono<AppEnv>().all('*', serveSite(join(root, 'dist')))
})
afterAll(() => rmSync(root, { recursive: true }))

const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { method, headers })

test.each([
  ['/assets/app-1a2b3c4d.js', 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8'],
  ['/service-worker.js', 'no-cache', 'text/javascript; charset=utf-8'],
  ['/index.html', 'no-cache', 'text/html; charset=utf-8'],
  ['/', 'no-cache', 'text/html; charset=utf-8'],
  ['/recover', 'no-cache', 'text/html; charset=utf-8'],
  ['/recover/', 'no-cache', 'text/html; charset=utf-8'],
  ['/manifests/pt-BR.webmanifest', 'no-cache', 'application/manifest+json'],
  ['/locales/pt-BR/messages.json', 'public, max-age=300, must-revalidate', 'application/json'],
  ['/videos/training-1.webm', 'public, max-age=86400', 'video/webm'],
  ['/thumbnails/training-1.webp', 'public, max-age=86400', 'image/webp'],
  ['/videos/training-1.pt-BR.vtt', 'public, max-age=86400', 'text/vtt; charset=utf-8'],
])('caches %s as "%s", with the type %s', async (path, cacheControl, type) => {
  const response = await get(path)
  expect(response.status).toBe(200)
  expect(response.headers.get('Cache-Control')).toBe(cacheControl)
  expect(response.headers.get('Content-Type')).toBe(type)
  const isTagged = !/html|manifest/.test(type)
  expect(response.headers.get('ETag') ?? '').toMatch(isTagged ? /^"[\w-]+"$/ : /^$/)
})

test('serves the repair page instead of the app, with or without a slash at the end', async () => {
  for (const path of ['/recover', '/recover/'])
    expect(await (await get(path, html)).text()).toBe('<!doctype html><title>Repair</title>')
})

test.each([
  '/pt-BR/login',
  '/pt-BR/admin/sync/7f5a',
  '/en-GB/training/training-1',
  '/login',
  '/login/',
  '/fr-FR/about',
])('sends the app, which knows the address, to a browser that opens %s', async (path) => {
  const response = await get(path, html)
  expect([response.status, await response.text()]).toEqual([200, '<!doctype html><title>The app</title>'])
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
})

test.each([
  '/pt-BR/nowhere',
  '/pt-BR/index',
  '/pt-BR/NOWHERE/',
  '/pt-BR/training',
  '/pt-BR/%',
  '/pt-BR/$device',
  '/en-GB/about/x',
  '/en-GB/about/x/',
  '/en-GB/about%2Fx',
  '/en-GB/training/nowhere',
  '/en-GB/training/training-1/x',
  '/pt-BR/admin/sync/7f5a/x',
  '/pt-BR/about.html',
  '/fr-FR/nowhere',
  '/nowhere',
  '/sitemap',
  '/constructor/x',
  '/%',
])('responds to %s with 404 and the app, which says so', async (path) => {
  const response = await get(path, html)
  expect([response.status, await response.text()]).toEqual([404, '<!doctype html><title>The app</title>'])
})

test.each([
  ['/es-MX/curso/training-1', 'El círculo'],
  ['/es-MX/curso/certificate', 'El curso'],
  ['/es-MX/curso', 'El curso'],
  ['/es-MX/verify/7K3M-9QXT-4FCM', 'Verificar'],
  ['/es-MX/verify/%E0%A4%A', 'Verificar'],
  ['/es-MX/files', 'Rompiendo barreras'],
  ['/es-MX/curso/training-9', 'No encontramos esta página'],
  ['/es-MX/%2fetc', 'No encontramos esta página'],
  ['/es-MX/about%', 'No encontramos esta página'],
  ['/es-MX/about.html', 'No encontramos esta página'],
  ['/es-MX/app/curso/training-1.html', 'No encontramos esta página'],
  ['/files', 'Rompiendo barreras'],
  ['/curso/training-1', 'El círculo'],
  ['/es-Latn-MX/curso/training-1', 'El círculo'],
  ['/about', 'Quiénes somos (MX)'],
])('the app at %s has the title “%s” in link previews', async (path, title) => {
  const response = await get(path, { 'Accept-Language': 'es-MX' })
  expect(await response.text()).toBe(`<title>${title}</title>`)
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
  expect(response.headers.get('Vary')).toBe(path.startsWith('/es-MX/') ? null : 'Accept-Language')
})

test.each([
  ['/es-ar/about', '/es-AR/about'],
  ['/es-AR/about/', '/es-AR/about'],
  ['/es-AR/About', '/es-AR/about'],
  ['/es-AR/%61bout//', '/es-AR/about'],
  ['/ES-ar', '/es-AR/'],
  ['//es-AR///about', '/es-AR/about'],
  ['/es-AR/VERIFY//7K3M.9QXT.4FCM', '/es-AR/verify/7K3M.9QXT.4FCM'],
  ['/es-AR//', '/es-AR/'],
  ['/es-AR/VERIFY/7K3M-9QXT-4FCM/', '/es-AR/verify/7K3M-9QXT-4FCM'],
  ['/es-AR/VERIFY/%E0%A4%A', '/es-AR/verify/%E0%A4%A'],
  ['/es-ar/verify/%5C%2F%2Fevil/', '/es-AR/verify/%5C%2F%2Fevil'],
  ['/es-ar/about?returnTo=%2Fes-AR%2Ffiles&q=ñ', '/es-AR/about?returnTo=%2Fes-AR%2Ffiles&q=%C3%B1'],
  ['/es-ar/about/?', '/es-AR/about'],
])('redirects %s to the address of the page, %s', async (path, address) => {
  for (const method of ['GET', 'HEAD']) {
    const response = await get(path, html, method)
    expect([response.status, response.headers.get('Location')]).toEqual([308, address])
    // The next release may have another address for the page.
    expect(response.headers.get('Cache-Control')).toBe('no-cache')
  }
})

test.each([
  '//evil.example',
  '//evil.example/es-ar/about/',
  '//evil/es-ar/',
  '/\\evil.example/',
  '/%5Cevil.example/',
  '/%2F%2Fevil.example/',
])('does not redirect %s to another site', async (path) => {
  const response = await app.fetch(new Request(`http://localhost${path}`))
  expect([response.status, response.headers.get('Location')]).toEqual([404, null])
})

test.each([
  ['/es-AR/about', 'Quiénes somos'],
  ['/es-AR/', 'Inicio'],
  ['/es-AR', 'Inicio'],
  ['/es-AR/?installed=es-AR', 'Inicio'],
])('sends the page that the build wrote to a browser that opens %s', async (path, title) => {
  const response = await get(path, html)
  expect([response.status, await response.text()]).toEqual([200, `<title>${title}</title>`])
  expect(response.headers.get('Cache-Control')).toBe('no-cache')
})

test.each([{}, { Accept: '*/*' }, { Accept: 'application/json' }])(
  'sends the page also to a client that sends %j, such as curl and link previews',
  async (headers) => {
    const written = await get('/es-AR/about', headers)
    expect([written.status, await written.text()]).toEqual([200, '<title>Quiénes somos</title>'])
    expect(written.headers.get('Vary') ?? '').not.toMatch(/Accept(?!-)/)
    expect((await get('/pt-BR/login', headers)).status).toBe(200)
  },
)

test.each([
  ['/', 'es-CL,es;q=0.9,en;q=0.8', 'Inicio'],
  ['/', 'fr;q=0.5, es-AR;q=0.9', 'Inicio'],
  ['/', 'es;q=0', 'Início'],
  ['/?locale=es-AR', 'pt-BR', 'Inicio'],
])('at %s a browser that wants “%s” gets the home “%s”', async (path, languages, title) => {
  const response = await get(path, { ...html, 'Accept-Language': languages })
  expect(await response.text()).toBe(`<title>${title}</title>`)
  expect(response.headers.get('Vary')).toBe('Accept-Language')
})

test.each([
  ['/pt-BR/files', 'noindex'],
  ['/files', 'noindex'],
  ['/pt-BR/nowhere', 'noindex'],
  ['/es-AR/verify/7K3M-9QXT-4FCM', 'noindex'],
  ['/pt-BR/install', null],
  ['/es-AR/change-location', null],
  ['/es-AR/about', null],
])('sets the robots rule of %s: %s', async (path, rule) => {
  expect((await get(path, html)).headers.get('X-Robots-Tag')).toBe(rule)
})

test.each([
  ['/es-AR/about', '"/speculation-rules/es-AR.json"'],
  ['/es-AR/', '"/speculation-rules/es-AR.json"'],
  ['/es-MX/files', null],
  ['/es-MX/curso', null],
  ['/es-MX/verify/2222-2222-2222', null],
  ['/es-MX/nowhere', null],
  ['/recover', null],
])('%s names the rules for fetching pages ahead: %s', async (path, rules) => {
  expect((await get(path, html)).headers.get('Speculation-Rules')).toBe(rules)
})

test.each([
  '/%65s-AR/about.html',
  '/assets/gone.js',
  '/sitemap.xml',
  '/.well-known/change-password',
  '/api',
  '/.env',
])('responds to %s with 404 instead of a page', async (path) => {
  const response = await get(path, html)
  expect([response.status, await response.text()]).toEqual([404, 'Not found'])
})

test.each(['/..%2fsecret.txt', '/assets/..%2f..%2fsecret.txt', '/%2e%2e%2fsecret.txt', '/..%5csecret.txt'])(
  '%s does not leave the folder',
  async (path) => {
    const response = await get(path)
    expect([response.status, await response.text()]).toEqual([404, 'Not found'])
  },
)

test('takes no longer for an address of slashes than for any other', async () => {
  // Takes minutes if the search starts again at each slash.
  expect((await get(`/es-AR/${'/'.repeat(1_000_000)}x`, html)).status).toBe(404)
})

test('refuses methods other than GET and HEAD', async () => {
  const response = await get('/index.html', {}, 'POST')
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD'])
})

test('does not accept files shared without a service worker: the app says so', async () => {
  const response = await get('/share-files', {}, 'POST')
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/files?share=lost'])
})

test('reads a large shared file to its end before the redirect, because an early response cuts the connection', async () => {
  let rest = 40
  const body = new ReadableStream({
    pull: (controller) => {
      rest -= 1
      if (rest < 0) controller.close()
      else controller.enqueue(new Uint8Array(65_536))
    },
  })
  const init = { method: 'POST', body, duplex: 'half' } as RequestInit
  expect((await app.request('/share-files', init)).status).toBe(303)
  expect(rest).toBe(-1)
})

test.each(['/', '/recover', '/manifests/pt-BR.webmanifest'])(
  'sends %s whole each time: half of it in a cache would never be replaced',
  async (path) => {
    expect((await get(path, { 'If-None-Match': '*' })).status).toBe(200)
  },
)

test('does not send an unchanged file again', async () => {
  const tag = (await get('/locales/pt-BR/messages.json')).headers.get('ETag') ?? ''
  for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
    const response = await get('/locales/pt-BR/messages.json', { 'If-None-Match': sent })
    expect([response.status, await response.text()]).toEqual([304, ''])
  }
  write('locales/pt-BR/messages.json', '{"hello":"Olá!"}')
  const changed = await get('/locales/pt-BR/messages.json', { 'If-None-Match': tag })
  expect([changed.status, await changed.text()]).toEqual([200, '{"hello":"Olá!"}'])
})

test('compresses texts as the browser supports, each encoding with its own tag', async () => {
  const path = '/assets/app-1a2b3c4d.js'
  const plain = await get(path)
  const brotli = await get(path, { 'Accept-Encoding': 'gzip, deflate, br' })
  const gzip = await get(path, { 'Accept-Encoding': 'gzip, br;q=0' })
  expect([brotli, gzip].map(({ headers }) => headers.get('Content-Encoding'))).toEqual(['br', 'gzip'])
  expect(brotliDecompressSync(await brotli.arrayBuffer()).toString()).toBe(script)
  expect(gunzipSync(await gzip.arrayBuffer()).toString()).toBe(script)
  expect(await plain.text()).toBe(script)
  const tags = [plain, brotli, gzip].map(({ headers }) => headers.get('ETag'))
  expect(new Set(tags).size).toBe(3)
  expect(plain.headers.get('Vary')).toBe('Accept-Encoding')
  expect(Number(brotli.headers.get('Content-Length'))).toBeLessThan(script.length / 5)
})

test('sends a video in the ranges that a player requests', async () => {
  const path = '/videos/training-1.webm'
  const part = await get(path, { Range: 'bytes=1000-1999', 'Accept-Encoding': 'br' })
  expect(part.status).toBe(206)
  expect(part.headers.get('Content-Range')).toBe('bytes 1000-1999/300000')
  expect(part.headers.get('Content-Length')).toBe('1000')
  expect(Buffer.from(await part.arrayBuffer()).equals(video.subarray(1000, 2000))).toBe(true)
  const end = await get(path, { Range: 'bytes=-10' })
  expect(Buffer.from(await end.arrayBuffer()).equals(video.subarray(-10))).toBe(true)
  const whole = await get(path, { 'Accept-Encoding': 'br' })
  expect(whole.headers.get('Accept-Ranges')).toBe('bytes')
  expect(Buffer.from(await whole.arrayBuffer()).equals(video)).toBe(true)
})

test('refuses a range beyond the end, and sends the size', async () => {
  const response = await get('/videos/training-1.webm', { Range: 'bytes=300000-' })
  expect([response.status, response.headers.get('Content-Range')]).toEqual([416, 'bytes */300000'])
  expect((await get('/videos/empty.webm', { Range: 'bytes=0-' })).status).toBe(416)
})

test('sends the whole file for a range of a file that has changed', async () => {
  const path = '/videos/training-1.webm'
  const tag = (await get(path)).headers.get('ETag') ?? ''
  expect((await get(path, { Range: 'bytes=0-9', 'If-Range': tag })).status).toBe(206)
  expect((await get(path, { Range: 'bytes=0-9', 'If-Range': '"older"' })).status).toBe(200)
})

test('responds to HEAD as to GET, without the content', async () => {
  const response = await get('/videos/training-1.webm', {}, 'HEAD')
  expect([response.status, await response.text()]).toEqual([200, ''])
  expect(response.headers.get('Content-Length')).toBe('300000')
})

test('ignores ranges for HEAD', async () => {
  const response = await get('/videos/training-1.webm', { Range: 'bytes=0-9' }, 'HEAD')
  expect([response.status, response.headers.get('Content-Length')]).toEqual([200, '300000'])
})

test('no cache keeps the error of a file that could not be read', async () => {
  const path = '/assets/unread-5e6f7a8b.js'
  write(path, script)
  expect((await get(path)).status).toBe(200)
  vi.spyOn(promises, 'readFile').mockRejectedValueOnce(new Error('EMFILE: too many open files'))
  syncBuiltinESMExports()
  onTestFinished(() => {
    vi.restoreAllMocks()
    syncBuiltinESMExports()
  })
  const { status, headers } = await get(path, { 'Accept-Encoding': 'br' })
  expect([status, headers.get('Cache-Control'), headers.get('ETag')]).toEqual([500, 'no-store', null])
  expect((await get(path, { 'Accept-Encoding': 'br' })).headers.get('Cache-Control')).toContain('immutable')
})
