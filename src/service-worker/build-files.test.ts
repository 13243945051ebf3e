import { expect, test } from 'vitest'
import {
  listAllCatalogueUrls,
  createCountMissing,
  listLocaleFiles,
  findCachedLocales,
  groupBuildFiles,
} from './build-files.ts'
import { courses } from '../config/courses.ts'

const site = 'https://site.example'
const manifest = [
  { url: 'logos/gb.svg', revision: '1', integrity: 'sha256-1' },
  'assets/index-1.js',
  'assets/index-1.css',
  'assets/inter-1.woff2',
  { url: 'index.html', revision: '2' },
  'assets/admin-1.js',
  'assets/admin-1.css',
  'assets/user-pool-provider-1.js',
]
const { precached, listNeededOffline } = groupBuildFiles(manifest, `${site}/service-worker.js`)
const paths = (urls: readonly string[]) => urls.map((url) => url.replace(`${site}/`, ''))

test('loads pages, scripts and styles first, and pictures and typefaces last', () => {
  expect(paths(precached.map(({ url }) => url))).toEqual([
    'assets/index-1.js',
    'assets/index-1.css',
    'index.html',
    'logos/gb.svg',
    'assets/inter-1.woff2',
  ])
})

test('a locale needs the app, the sign-in of its coaches and its texts, with pictures counted apart', () => {
  const { app, texts, pictures } = listNeededOffline('pt-BR')
  expect(paths(app)).toEqual([
    'assets/index-1.js',
    'assets/index-1.css',
    'index.html',
    'assets/user-pool-provider-1.js',
  ])
  expect(texts.every((path) => path.startsWith('/assets/locales/pt-BR/'))).toBe(true)
  expect(paths(pictures).slice(0, 2)).toEqual(['logos/gb.svg', 'assets/inter-1.woff2'])
  expect(paths(listNeededOffline('en-US').app)).not.toContain('assets/user-pool-provider-1.js')
})

test('lists the locales whose files the device has, of any build', async () => {
  const urls = ['locales/pt-BR/messages-1', 'locales/pt-BR/courses-1', 'locales/es-AR/pages-0', 'sign-in-1']
  const keys = async () =>
    urls.map((name) => ({ url: `https://site.example/assets/${name}.json` }) as Request)
  expect(await findCachedLocales({ keys })).toEqual(['pt-BR', 'es-AR'])
})

const modules = courses.flatMap((course) => course.modules.map(({ id }) => `modules/${id}`))

test('a build has three files of each of the eight locales, and one of each module', () => {
  expect(new Set(listAllCatalogueUrls()).size).toBe(8 * (3 + modules.length))
  expect(listLocaleFiles('en-NZ').catalogues).toEqual(
    ['messages', 'courses', 'pages', ...modules].map(
      (file) => `/assets/locales/en-NZ/${file}-development.json`,
    ),
  )
})

test('counts missing files by their purpose', async () => {
  const cached = new Set(['/index.html', '/messages.json'])
  const countMissing = createCountMissing(
    async (url) => (cached.has(url) ? new Response('') : undefined),
    () => ({ app: ['/index.html', '/app.js'], texts: ['/messages.json'], pictures: ['/a.svg', '/b.svg'] }),
  )
  expect(await countMissing('pt-BR')).toEqual({ app: 1, texts: 0, pictures: 2 })
  cached.add('/app.js')
  expect(await countMissing('pt-BR')).toEqual({ app: 0, texts: 0, pictures: 2 })
})
