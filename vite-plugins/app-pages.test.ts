import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { localeCodes } from '../src/config/locales.ts'
import { prerenderedPages } from '../src/config/pages.ts'
import { createAppPages } from './app-pages.ts'
import { listPagePaths } from './known-addresses.ts'

/** The shell in the form that the build writes. */
const shell = `<html lang="pt-BR"><head><title>Quebrando Barreiras</title>
<meta name="description" content="Formação gratuita." />
<script type="module" crossorigin src="/assets/index-1a2b.js"></script></head><body><div id="root"></div></body></html>`
const origin = 'https://barriers.example'
const parseMetadata = (html = '') => ({
  lang: /<html lang="([^"]*)"/.exec(html)?.[1],
  title: /<title>([^<]*)/.exec(html)?.[1],
  description: /name="description" content="([^"]*)"/.exec(html)?.[1],
  shared: /og:title" content="([^"]*)"/.exec(html)?.[1],
  image: /og:image" content="([^"]*)"/.exec(html)?.[1],
})

test('describes a module in the words of its locale, with the picture of its film', () => {
  const html = createAppPages(shell, 'en-GB', origin)['training/training-1']
  expect(parseMetadata(html)).toEqual({
    lang: 'en-GB',
    title: 'A circle that opens · Breaking Barriers',
    description:
      'How the first five minutes decide who feels safe enough to come back, and a name game that lets newcomers in.',
    shared: 'A circle that opens · Breaking Barriers',
    image: 'https://barriers.example/videos/training-1.webp',
  })
  expect(html).toContain('src="/assets/index-1a2b.js"')
})

test('describes the film of a module to search engines, with absolute addresses', () => {
  const pages = createAppPages(shell, 'es-AR', origin)
  const parse = (html = '') =>
    [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(
      ([, text = '']): unknown => JSON.parse(text),
    )
  expect(parse(pages['entrenamiento/training-1'])).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      name: 'Un círculo que se abre',
      description:
        'Cómo los primeros cinco minutos deciden quién se siente con la confianza de volver, y un juego de nombres que incluye a quien recién llega.',
      inLanguage: 'es-AR',
      thumbnailUrl: 'https://barriers.example/videos/training-1.webp',
      uploadDate: '2026-11-23T00:00:00Z',
      duration: 'PT80S',
      contentUrl: 'https://barriers.example/videos/training-1.mp4',
      isFamilyFriendly: true,
    },
  ])
  for (const path of ['index', 'entrenamiento', 'entrenamiento/training-extra'])
    expect(parse(pages[path]), path).toEqual([])
  expect(parse(createAppPages(shell, 'es-AR', undefined)['entrenamiento/training-1'])).toEqual([])
})

test('the films that search engines are told of exist', () => {
  for (const locale of localeCodes)
    for (const html of Object.values(createAppPages(shell, locale, origin)))
      for (const [, path = ''] of html.matchAll(
        /"(?:contentUrl|thumbnailUrl)":"https:\/\/barriers\.example([^"]*)"/g,
      ))
        expect(existsSync(`public${path}`), path).toBe(true)
})

test.each(localeCodes)('every address of %s has title, description and picture', (locale) => {
  const pages = createAppPages(shell, locale, origin)
  expect(Object.keys(pages)).toHaveLength(39)
  const titles = Object.values(pages).map((html) => {
    const { lang, title, description, shared, image } = parseMetadata(html)
    expect([lang, shared]).toEqual([locale, title])
    expect(description?.length).toBeGreaterThan(20)
    expect(readFileSync(`public${image?.replace(origin, '')}`).byteLength).toBeGreaterThan(1000)
    return title
  })
  // A coach's courses have three addresses.
  expect(new Set(titles).size).toBe(37)
})

test.each([
  ['pt-BR', 'courses', 'Seus cursos'],
  ['pt-BR', 'cursos', 'Seus cursos'],
  ['en-GB', 'courses', 'Your courses'],
  ['en-GB', 'my-courses', 'Your courses'],
  ['es-AR', 'perfil', 'Tu perfil'],
  ['es-MX', 'install', 'Instalar la app'],
  ['en-NZ', 'not-found', 'We could not find this page'],
] as const)('the title of %s at %s is “%s”', (locale, address, title) => {
  expect(parseMetadata(createAppPages(shell, locale, origin)[address]).title).toMatch(
    new RegExp(`^${title} · `),
  )
})

test.each(localeCodes)(
  'every address of %s that is not for admins has a page with its own title',
  (locale) => {
    const paths = new Set<string>([
      ...prerenderedPages,
      ...Object.keys(createAppPages(shell, locale, origin)),
    ])
    const hasTitle = (path: string) => paths.has(path) || paths.has(path.split('/')[0] ?? '')
    const others = listPagePaths(locale).filter((path) => !hasTitle(path))
    expect(others).toEqual([
      'admin',
      'admin/delete-account',
      'admin/health',
      'admin/programme',
      'admin/rescue',
      'admin/roles',
      'admin/sync',
      'admin/sync/$device',
    ])
  },
)

test('states the size of a film’s picture', () => {
  const pages = createAppPages(shell, 'pt-BR', origin)
  for (const page of Object.values(pages).filter((html) => html.includes('/videos/'))) {
    const poster = readFileSync(`public${parseMetadata(page).image?.replace(origin, '')}`)
    const side = (offset: number) => String(poster.readUIntLE(offset, 3) + 1)
    expect(page).toContain(`image:width" content="${side(24)}"`)
    expect(page).toContain(`image:height" content="${side(27)}"`)
  }
})

test('omits the tags for previews when the build does not know its address', () => {
  const html = createAppPages(shell, 'es-MX', undefined)['verify']
  expect(html).toContain('<html lang="es-MX"')
  expect(html).not.toContain('og:')
})
