import { expect, test } from 'vitest'
import { isServerReachable } from './echo-probe.ts'

test.each<[string, () => Promise<Response>, boolean]>([
  ['our server, which echoes the nonce', async () => Response.json({ nonce: 'nonce' }), true],
  ['a portal that echoes another', async () => Response.json({ nonce: 'other' }), false],
  ['a page that repeats the address', async () => new Response('/healthz?nonce=nonce'), false],
  ['a portal that sends elsewhere', async () => Response.redirect('http://wifi.example/'), false],
  ['nobody', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('returns whether our server is reachable: %s', async (_, answer, expected) => {
  const asked: string[] = []
  const fetch = (url: string, { redirect }: RequestInit) => {
    asked.push(`${url} ${redirect}`)
    return answer()
  }
  expect(await isServerReachable(fetch, 'nonce')).toBe(expected)
  expect(asked).toEqual(['/healthz?nonce=nonce manual'])
})
