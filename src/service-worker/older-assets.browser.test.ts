import { expect, test } from 'vitest'
import { dropOldestAssets, copyOlderAssets, localeAssetsCache } from './older-assets.ts'
import { certificateCache } from './build-files.ts'

const url = (path: string) => new URL(path, location.href).href
const precache = 'precache'

/** What happens to the caches when one build follows another. */
const update = async (build: string, assets: string[]) => {
  const urls = new Set(assets.map(url))
  await copyOlderAssets(caches, { precache, buildId: build, urls })
  const cache = await caches.open(precache)
  for (const request of await cache.keys()) await cache.delete(request)
  for (const asset of [...urls, url('/index.html')]) await cache.put(asset, new Response(build))
  await dropOldestAssets(caches, urls)
}

const served = async (path: string) => (await caches.match(url(path)))?.text()

test('keeps the scripts of the two builds before, and stores shared ones once', async () => {
  await update('1', ['/assets/a1.js', '/assets/shared.js'])
  await update('2', ['/assets/a2.js', '/assets/shared.js'])
  await update('3', ['/assets/a3.js', '/assets/shared.js'])
  expect(await Promise.all(['/assets/a1.js', '/assets/a2.js', '/assets/a3.js'].map(served))).toEqual([
    '1',
    '2',
    '3',
  ])
  expect(await caches.keys()).toEqual([
    precache,
    localeAssetsCache,
    certificateCache,
    'assets-before-2',
    'assets-before-3',
  ])
  expect(await (await caches.open('assets-before-3')).keys()).toHaveLength(1)

  await update('4', ['/assets/a4.js', '/assets/shared.js'])
  expect(await served('/assets/a1.js')).toBeUndefined()
  expect(await served('/assets/a2.js')).toBe('2')
})

test('a first build leaves no older files', async () => {
  await update('1', ['/assets/a1.js'])
  expect(await caches.keys()).toEqual([precache, localeAssetsCache, certificateCache])
})

test('keeps a script that only some locales need for a tab of its build', async () => {
  await update('1', ['/assets/a1.js', '/assets/sign-in1.js'])
  const scripts = await caches.open(localeAssetsCache)
  await caches.delete(precache)
  await scripts.put(url('/assets/sign-in1.js'), new Response('1'))
  await update('2', ['/assets/a2.js', '/assets/sign-in2.js'])
  expect(await served('/assets/sign-in1.js')).toBe('1')
  expect(await scripts.keys()).toEqual([])
})

test('moves the script for certificate files out with its build, and keeps the typefaces', async () => {
  await update('1', [])
  const files = await caches.open(certificateCache)
  for (const path of ['/assets/certificate-pdf-1.js', '/assets/noto-1.woff'])
    await files.put(url(path), new Response('1'))
  await update('2', ['/assets/certificate-pdf-2.js'])
  expect((await files.keys()).map((request) => new URL(request.url).pathname)).toEqual([
    '/assets/noto-1.woff',
  ])
  expect(await served('/assets/certificate-pdf-1.js')).toBe('1')
})
