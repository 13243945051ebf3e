import { vi } from 'vitest'
import { createConnectivity } from '../connectivity.ts'

/** The reply of the network to a request. */
export type Reply = (nonce: string | null) => Promise<Response>

export const noReply: Reply = () => Promise.reject(new TypeError('Failed to fetch'))
/** A reply of our server, with an id and the nonce that was sent. */
export const ours =
  (status = 200, headers: Record<string, string> = {}): Reply =>
  async (nonce) =>
    Response.json({ nonce }, { status, headers: { 'X-Request-Id': 'own', ...headers } })

type World = { isBrowserOnline: boolean; reply: Reply; asked: string[]; how: (RequestInit | undefined)[] }

/** Connectivity in a world whose replies a test sets. Its clock starts at 1000, and the test moves it. */
export const start = (isBrowserOnline = true, reply = ours()) => {
  const world: World = { isBrowserOnline, reply, asked: [], how: [] }
  const target = new EventTarget()
  const connectivity = createConnectivity({
    fetch: (url, init) => {
      const { pathname, searchParams } = new URL(url, 'https://site.example')
      world.asked.push(pathname)
      world.how.push(init)
      return world.reply(searchParams.get('nonce'))
    },
    target,
    isBrowserOnline: () => world.isBrowserOnline,
    newId: () => 'nonce',
    now: Date.now,
  })
  const heard: string[] = []
  connectivity.subscribe(() => heard.push(connectivity.state().kind))
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { world, target, connectivity, heard, settle }
}

export const online = { kind: 'online', online: true }
