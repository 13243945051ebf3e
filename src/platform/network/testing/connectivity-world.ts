import { vi } from 'vitest'
import { createConnectivity } from '../connectivity.ts'
import { echoProbe } from '../echo-probe.ts'

/** What the network does to a request. */
export type Reply = (nonce: string | null) => Promise<Response>

export const noReply: Reply = () => Promise.reject(new TypeError('Failed to fetch'))
/** Our server: each of its replies carries an id, and the one that it was sent. */
export const ours =
  (status = 200, headers: Record<string, string> = {}): Reply =>
  async (nonce) =>
    new Response('', { status, headers: { 'X-Id': nonce ?? 'own', ...headers } })

type World = { browserOnline: boolean; reply: Reply; asked: string[]; how: (RequestInit | undefined)[] }

/** Connectivity in a world that replies as it is told, from `now: 1000` on by a clock that the test moves. */
export const start = (browserOnline = true, reply = ours()) => {
  const world: World = { browserOnline, reply, asked: [], how: [] }
  const target = new EventTarget()
  const connectivity = createConnectivity({
    fetch: (url, init) => {
      const [path = '', nonce = null] = url.split('?')
      world.asked.push(path)
      world.how.push(init)
      return world.reply(nonce)
    },
    target,
    browserOnline: () => world.browserOnline,
    looksLikeOurs: ({ headers }) => headers.has('X-Id'),
    probe: {
      url: (nonce) => `/probe?${nonce}`,
      init: echoProbe.init,
      echoes: async ({ headers }, nonce) => headers.get('X-Id') === nonce,
    },
    randomNonce: () => 'nonce',
    now: Date.now,
  })
  const heard: string[] = []
  connectivity.subscribe(() => heard.push(connectivity.state().is))
  const settle = () => vi.advanceTimersByTimeAsync(0)
  return { world, target, connectivity, heard, settle }
}

export const online = { is: 'online', online: true }
