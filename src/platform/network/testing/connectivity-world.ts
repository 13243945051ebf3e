import { vi } from 'vitest'
import { createConnectivity } from '../connectivity.ts'
import { echoProbe } from '../echo-probe.ts'

/** What the network does to a request. */
export type Answer = (nonce: string | null) => Promise<Response>

export const noAnswer: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
/** Our server: every answer of it carries an id, and the one that it was sent. */
export const ours =
  (status = 200, headers: Record<string, string> = {}): Answer =>
  async (nonce) =>
    new Response('', { status, headers: { 'X-Id': nonce ?? 'own', ...headers } })

type World = { browserOnline: boolean; answer: Answer; asked: string[]; how: (RequestInit | undefined)[] }

/** Connectivity in a world that answers as it is told, from `now: 1000` on by a clock that the test moves. */
export const start = (browserOnline = true, answer = ours()) => {
  const world: World = { browserOnline, answer, asked: [], how: [] }
  const target = new EventTarget()
  const connectivity = createConnectivity({
    fetch: (url, init) => {
      const [path = '', nonce = null] = url.split('?')
      world.asked.push(path)
      world.how.push(init)
      return world.answer(nonce)
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
