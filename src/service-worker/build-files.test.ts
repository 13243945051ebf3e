import { expect, test } from 'vitest'
import { sortBuildFiles } from './build-files.ts'

const site = 'https://site.example'
const manifest = [
  { url: 'logos/gb.svg', revision: '1', integrity: 'sha256-1' },
  'assets/index-1.js',
  'assets/index-1.css',
  'assets/inter-1.woff2',
  { url: 'index.html', revision: '2' },
  'assets/admin-1.js',
  'assets/user-pool-provider-1.js',
]
const { precached, wantedFor } = sortBuildFiles(manifest, `${site}/service-worker.js`)
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
  const { app, texts, pictures } = wantedFor('pt-BR')
  expect(paths(app)).toEqual([
    'assets/index-1.js',
    'assets/index-1.css',
    'index.html',
    'assets/user-pool-provider-1.js',
  ])
  expect(texts.every((path) => path.startsWith('/assets/locales/pt-BR/'))).toBe(true)
  expect(paths(pictures).slice(0, 2)).toEqual(['logos/gb.svg', 'assets/inter-1.woff2'])
  expect(paths(wantedFor('en-US').app)).not.toContain('assets/user-pool-provider-1.js')
})
