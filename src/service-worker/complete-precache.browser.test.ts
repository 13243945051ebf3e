import { expect, test } from 'vitest'
import { createCompletePrecache } from './complete-precache.ts'
import { createFetchBuildFile } from './fetch-build-file.ts'

const name = 'precache'
const url = (path: string) => new URL(path, location.href).href
const integrity = async (text: string) => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}

const findCacheKey = (address: string) => (address.endsWith('.html') ? `${address}?revision=1` : undefined)

/**
 * A build of two scripts and a page. The page is cached under its revision; `online` holds the files of the
 * server.
 */
const build = async (online: Record<string, string>) => {
  const asked: string[] = []
  const files = await Promise.all(
    ['/index.html', '/assets/a.js', '/assets/b.js'].map(async (path) => ({
      url: url(path),
      integrity: await integrity(path),
    })),
  )
  const fetchBuildFile = createFetchBuildFile(async (request) => {
    const path = new URL(request.url).pathname
    asked.push(path)
    const text = online[path]
    if (text === undefined) throw new TypeError('Failed to fetch')
    // Uses the browser's own integrity check.
    return fetch(`data:text/javascript,${text}`, { integrity: request.integrity })
  })
  return {
    asked,
    complete: createCompletePrecache({ caches, precache: { name, findCacheKey }, fetchBuildFile }, files),
  }
}
const whole = { '/index.html': '/index.html', '/assets/a.js': '/assets/a.js', '/assets/b.js': '/assets/b.js' }
const cached = async (address: string) => (await (await caches.open(name)).match(url(address)))?.text()

test('fetches files that a cleared cache lacks, and caches them under the keys of the precache', async () => {
  const { asked, complete } = await build(whole)
  await (await caches.open(name)).put(url('/assets/a.js'), new Response('/assets/a.js'))
  await complete()
  expect(asked.toSorted()).toEqual(['/assets/b.js', '/index.html'])
  expect(await cached('/index.html?revision=1')).toBe('/index.html')
  expect(await cached('/assets/b.js')).toBe('/assets/b.js')
})

test('requests nothing for a complete precache', async () => {
  const { asked, complete } = await build(whole)
  await complete()
  asked.length = 0
  await complete()
  expect(asked).toEqual([])
})

test('two pages that load together fetch each file once', async () => {
  const { asked, complete } = await build(whole)
  await Promise.all([complete(), complete()])
  expect(asked).toHaveLength(3)
})

test('does not cache a file of a newer build, and skips a file that cannot be fetched', async () => {
  const { complete } = await build({ '/index.html': 'a newer one', '/assets/b.js': '/assets/b.js' })
  await complete()
  expect(await cached('/index.html?revision=1')).toBeUndefined()
  expect(await cached('/assets/a.js')).toBeUndefined()
  expect(await cached('/assets/b.js')).toBe('/assets/b.js')
})
