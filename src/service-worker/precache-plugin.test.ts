import type { WorkboxPluginCallbackParam } from 'workbox-core'
import { expect, test } from 'vitest'
import { createPrecachePlugin, warmCache } from './precache-plugin.ts'

const script = 'https://site.example/assets/index-1.js'
const logo = 'https://site.example/logos/gb.svg'

type Fetching = WorkboxPluginCallbackParam['requestWillFetch']
type Failing = WorkboxPluginCallbackParam['handlerDidError']

/** A plugin with files that are being prefetched. A test ends the wait for optional files. */
const start = (coming: Record<string, Promise<boolean>> = {}) => {
  const timeout = Promise.withResolvers<void>()
  const plugin = createPrecachePlugin({ findPrefetch: (url) => coming[url], wait: () => timeout.promise })
  return {
    plugin,
    beLate: timeout.resolve,
    /** The request that is sent for a file during the installation. */
    fetching: (url: string) =>
      plugin.requestWillFetch?.({ request: new Request(url, { cache: 'reload' }) } as Fetching),
    failing: (url: string, type: string) =>
      plugin.handlerDidError?.({ request: new Request(url), event: { type } } as Failing),
  }
}

test('takes a file that was fetched ahead from the cache of the browser', async () => {
  const { fetching } = start({ [script]: Promise.resolve(true) })
  expect((await fetching(script))?.cache).toBe('default')
})

test('does not request a failed picture again during the installation', async () => {
  const { fetching } = start({ [logo]: Promise.resolve(false), [script]: Promise.resolve(false) })
  await expect(fetching(logo)).rejects.toThrow('did not arrive in time')
  expect((await fetching(script))?.url).toBe(script)
})

test('does not wait for a picture that never arrives', async () => {
  const { fetching, beLate } = start({ [logo]: new Promise(() => undefined) })
  const request = fetching(logo)
  beLate()
  await expect(request).rejects.toThrow('did not arrive in time')
})

test('only an installation continues without a file, and only without a picture', async () => {
  const { failing } = start()
  expect((await failing(logo, 'install'))?.type).toBe('error')
  expect(await failing(logo, 'fetch')).toBeUndefined()
  expect(await failing(script, 'install')).toBeUndefined()
})

test('stores a response without `Vary`, and none that is not a file', async () => {
  const { plugin } = start()
  const stored = async (response: Response) =>
    plugin.cacheWillUpdate?.({ response } as WorkboxPluginCallbackParam['cacheWillUpdate'])
  const whole = await stored(new Response('a', { headers: { Vary: '*', 'Content-Type': 'text/css' } }))
  expect([...(whole?.headers ?? [])]).toEqual([['content-type', 'text/css']])
  expect(await stored(new Response('gone', { status: 404 }))).toBeNull()
})

test('requests missing files a few at a time, even if one of them fails', async () => {
  const asked = new Map<string, PromiseWithResolvers<Response>>()
  const isCached = async (url: string) => url === 'cached'
  const fetchBuildFile = ({ url }: { url: string }) => {
    const answer = Promise.withResolvers<Response>()
    asked.set(url, answer)
    return answer.promise
  }
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  const files = ['a', 'cached', 'b', 'c', 'd', 'e', 'f'].map((url) => ({ url }))
  const warmed = warmCache({ isCached, fetchBuildFile }, files)
  await settled()
  expect([...asked.keys()]).toEqual(['a', 'b', 'c', 'd'])
  asked.get('a')?.reject(new TypeError('Failed to fetch'))
  const b = new Response('script')
  asked.get('b')?.resolve(b)
  expect(await warmed.get('a')).toBe(false)
  expect(await warmed.get('b')).toBe(true)
  expect(b.bodyUsed).toBe(true)
  await settled()
  expect([...asked.keys()]).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  for (const { resolve } of asked.values()) resolve(new Response('', { status: 404 }))
  expect(await Promise.all(warmed.values())).toEqual([false, true, true, false, false, false, false])
})
