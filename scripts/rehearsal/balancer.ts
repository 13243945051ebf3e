import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, stopListening } from '../../node/listen.ts'
import type { Tally } from './tally.ts'

export type Target = { origin: string; release: string }

type Backend = Target & { agent: Agent; isReady: boolean; streak: number; stop: () => void }

/** ms; `deploy/aws/server.ts` has 30 s between two probes */
const probeInterval = 1000
const probeTimeout = 800
/**
 * Consecutive probes that change a copy's state. `deploy/aws/server.ts` has 2 (healthy) and 10 (unhealthy).
 */
const threshold = 2
/** ms; less than the server's keep-alive timeout (65 s): the server must not close a connection in use */
const idleTimeout = 60_000

const isThere = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(probeTimeout) })).ok
  } catch {
    return false
  }
}

/** Probes a copy at an interval. Returns a function that stops the probes. */
const startProbing = (backend: Backend): (() => void) => {
  const probe = async () => {
    const isDifferent = (await isThere(backend.origin)) !== backend.isReady
    backend.streak = isDifferent ? backend.streak + 1 : 0
    if (backend.streak < threshold) return
    backend.isReady = !backend.isReady
    backend.streak = 0
  }
  const timer = setInterval(() => void probe(), probeInterval)
  return () => clearInterval(timer)
}

/** Forwards a request once. Without a response of the copy it returns 502, as a load balancer of AWS does. */
const forward = (
  { origin, agent, release }: Backend,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  tally: Tally,
) => {
  const { connection: _, ...headers } = incoming.headers
  const { method = 'GET', url = '/' } = incoming
  const seen = { release, call: `${method} ${url.split('?')[0]}` }
  const passed = request(origin + url, {
    method,
    agent,
    headers: { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress, 'x-forwarded-proto': 'http' },
  })
  passed.on('response', (response) => {
    const {
      statusCode = 502,
      headers: { connection: _, ...headers },
    } = response
    tally.add({ ...seen, status: statusCode })
    outgoing.writeHead(statusCode, headers)
    response.on('error', () => {
      tally.add({ ...seen, status: 502, cause: 'cut off in its response' })
      outgoing.destroy()
    })
    response.pipe(outgoing)
  })
  passed.on('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) return
    tally.add({ ...seen, status: 502, cause: error.code ?? error.message })
    outgoing.writeHead(502).end()
  })
  incoming.pipe(passed)
}

/** A round-robin balancer on a free port of loopback. It relies only on `/readyz` and retries nothing. */
export const startBalancer = async (tally: Tally) => {
  const backends: Backend[] = []
  let turn = 0
  const server = createServer((incoming, outgoing) => {
    const ready = backends.filter(({ isReady }) => isReady)
    const backend = ready[(turn += 1) % ready.length]
    if (backend) return forward(backend, incoming, outgoing, tally)
    tally.add({ release: 'none', call: incoming.url ?? '', status: 503, cause: 'no copy is ready' })
    outgoing.writeHead(503).end()
  })
  const port = await listen(server, { port: 0, variable: 'PORT', host: '127.0.0.1' })
  const dismiss = (matches: (backend: Backend) => boolean) => {
    for (const backend of backends.filter(matches)) {
      backend.stop()
      backend.agent.destroy()
      backends.splice(backends.indexOf(backend), 1)
    }
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    add: (target: Target) => {
      const agent = new Agent({ keepAlive: true, timeout: idleTimeout })
      const backend = { ...target, agent, isReady: false, streak: 0, stop: () => undefined as void }
      backend.stop = startProbing(backend)
      backends.push(backend)
    },
    isReady: (origin: string) => backends.some((known) => known.origin === origin && known.isReady),
    remove: (origin: string) => dismiss((known) => known.origin === origin),
    stop: async () => {
      dismiss(() => true)
      await stopListening(server, 0)
    },
  }
}

export type Balancer = Awaited<ReturnType<typeof startBalancer>>
