import { vi } from 'vitest'
import { createConnectivity } from '../connectivity.ts'

/** What the network does to a request. */
export type Reply = (nonce: string | null) => Promise<Response>

export const noReply: Reply = () => Promise.reject(new TypeError('Failed to fetch'))
/** Our server: each of its replies carries an id, and the one that it was sent. */
export const ours =
  (status = 200, headers: Record<string, string> = {}): Reply =>
  async (nonce) =>
    Response.json({ nonce }, { status, headers: { 'X-Request-Id': 'own', ...headers } })

type World = { browserOnline: boolean; reply: Reply; asked: string[]; how: (RequestInit | undefined)[] }

/** Connectivity in a world that replies as it is told, from `now: 1000` on by a clock that the test moves. */
export const start = (browserOnline = true, reply = ours()) => {
  const world: World = { browserOnline, reply, asked: [], how: [] }
  const target = new EventTarget()
  const connectivity = createConnectivity({
    fetch: (url, init) => {
      const { pathname, searchParams } = new URL(url, 'https://site.example')
      world.asked.push(pathname)
      world.how.push(init)
      return world.reply(searchParams.get('nonce'))
    },
    target,
    browserOnline: () => world.browserOnline,
    newId: () => 'nonce',
    now: Date.now,
  })
  const heard: string[] = []
  connectivity.subscribe(() => heard.push(connectivity.state().is))
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { world, target, connectivity, heard, settle }
}

export const online = { is: 'online', online: true }
