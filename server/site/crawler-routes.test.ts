import { expect, test } from 'vitest'
import { localeCodes } from '../../src/config/locales.ts'
import { createCrawlerRoutes } from './crawler-routes.ts'

const origin = 'https://barriers.example'
const get = (path: string, publicOrigin: string | undefined = origin) =>
  createCrawlerRoutes(publicOrigin).request(`http://inside:8080${path}`)
const findLines = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found)

test('the sitemap lists every public page in all eight locales', async () => {
  const response = await get('/sitemap.xml')
  expect(response.headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
  const places = findLines(await response.text(), /<loc>(.*)<\/loc>/g)
  expect(new Set(places).size).toBe(places.length)
  for (const code of localeCodes) {
    for (const page of ['', 'sign-up', 'login', 'about', 'privacy', 'install']) {
      expect(places).toContain(`${origin}/${code}/${page}`)
    }
  }
})

test('each page lists its other locales, and the one for everybody else', async () => {
  const text = await (await get('/sitemap.xml')).text()
  const about = text.split('<url>').find((entry) => entry.includes(`<loc>${origin}/es-AR/about</loc>`)) ?? ''
  expect(findLines(about, /hreflang="([\w-]+)"/g)).toEqual([...localeCodes, 'x-default'])
  expect(about).toContain(`hreflang="pt-BR" href="${origin}/pt-BR/about"`)
  expect(about).toContain(`hreflang="x-default" href="${origin}/pt-BR/about"`)
})

test('keeps robots from what needs a session, and names the sitemap', async () => {
  const text = await (await get('/robots.txt')).text()
  expect(findLines(text, /^Disallow: (.*)$/gm)).toEqual([
    '/api/',
    '/recover',
    '/*/admin',
    '/*/drills',
    '/*/files',
    '/*/outbox',
    '/*/storage',
  ])
  expect(text).toContain(`\nSitemap: ${origin}/sitemap.xml\n`)
})

test.each(['/robots.txt', '/sitemap.xml'])(
  '%s of a server without a configured address contains that of the request, and is not shared',
  async (path) => {
    const response = await createCrawlerRoutes(undefined).request(`http://inside:8080${path}`)
    expect(await response.text()).toContain('http://inside:8080/')
    expect(response.headers.get('Cache-Control')).toBe('private, no-cache')
    expect((await get(path)).headers.get('Cache-Control')).toBe('public, max-age=86400')
  },
)
