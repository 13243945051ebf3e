import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen, stopListening } from '../../node/listen.ts'
import type { Tally } from './tally.ts'

/** An instance of the server that a balancer may send requests to. */
export type Target = { origin: string; release: string }

/** `differingProbes`: how many probes in a row disagreed with `isReady`. `stop` ends the probes. */
type Backend = Target & { agent: Agent; isReady: boolean; differingProbes: number; stop: () => void }

/** Shorter than in `deploy/aws/server.ts`, which has 30 s between two probes. */
const probeIntervalMs = 1000
const probeTimeoutMs = 800
/**
 * How many consecutive probes change an instance's state. In `deploy/aws/server.ts`, 2 probes make it
 * healthy, and 10 make it unhealthy.
 */
const probeThreshold = 2
/** Less than the server's keep-alive timeout of 65 s, so that the server never closes a connection first. */
const idleTimeoutMs = 60_000

/** Probes an instance once. Resolves to true if it says that it accepts requests. */
const probeReadiness = async (origin: string): Promise<boolean> => {
  try {
    return (await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(probeTimeoutMs) })).ok
  } catch {
    return false
  }
}

/** Probes an instance at an interval. Returns a function that stops the probes. */
const startProbing = (backend: Backend): (() => void) => {
  const probe = async () => {
    const isDifferent = (await probeReadiness(backend.origin)) !== backend.isReady
    backend.differingProbes = isDifferent ? backend.differingProbes + 1 : 0
    if (backend.differingProbes < probeThreshold) return
    backend.isReady = !backend.isReady
    backend.differingProbes = 0
  }
  const timer = setInterval(() => void probe(), probeIntervalMs)
  return () => clearInterval(timer)
}

/**
 * Forwards a request once. If the instance does not respond, responds with 502, like an AWS load balancer.
 */
const forward = (
  { origin, agent, release }: Backend,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  tally: Tally,
) => {
  // `Connection` concerns only the connection between two neighbours, so it is not forwarded.
  const { connection: _, ...headers } = incoming.headers
  const { method = 'GET', url = '/' } = incoming
  const outcome = { release, call: `${method} ${url.split('?')[0]}` }
  const forwarded = request(origin + url, {
    method,
    agent,
    headers: { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress, 'x-forwarded-proto': 'http' },
  })
  forwarded.on('response', (response) => {
    const { statusCode = 502 } = response
    const { connection: _, ...responseHeaders } = response.headers
    tally.add({ ...outcome, status: statusCode })
    outgoing.writeHead(statusCode, responseHeaders)
    response.on('error', () => {
      tally.add({ ...outcome, status: 502, cause: 'cut off in its response' })
      outgoing.destroy()
    })
    response.pipe(outgoing)
  })
  forwarded.on('error', (error: NodeJS.ErrnoException) => {
    if (outgoing.headersSent) return
    tally.add({ ...outcome, status: 502, cause: error.code ?? error.message })
    outgoing.writeHead(502).end()
  })
  incoming.pipe(forwarded)
}

/** Starts a round-robin balancer on a free loopback port. It relies only on `/readyz` and retries nothing. */
export const startBalancer = async (tally: Tally) => {
  const backends: Backend[] = []
  let requestCount = 0
  const server = createServer((incoming, outgoing) => {
    const ready = backends.filter(({ isReady }) => isReady)
    requestCount += 1
    const backend = ready[requestCount % ready.length]
    if (backend) return forward(backend, incoming, outgoing, tally)
    tally.add({ release: 'none', call: incoming.url ?? '', status: 503, cause: 'no instance is ready' })
    outgoing.writeHead(503).end()
  })
  const port = await listen(server, { port: 0, variable: 'PORT', host: '127.0.0.1' })
  const removeBackends = (matches: (backend: Backend) => boolean) => {
    for (const backend of backends.filter(matches)) {
      backend.stop()
      backend.agent.destroy()
      backends.splice(backends.indexOf(backend), 1)
    }
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    add: (target: Target) => {
      const agent = new Agent({ keepAlive: true, timeout: idleTimeoutMs })
      // `startProbing` needs the backend, so the real `stop` can be set only afterwards.
      const backend = { ...target, agent, isReady: false, differingProbes: 0, stop: () => undefined as void }
      backend.stop = startProbing(backend)
      backends.push(backend)
    },
    isReady: (origin: string) => backends.some((backend) => backend.origin === origin && backend.isReady),
    remove: (origin: string) => removeBackends((backend) => backend.origin === origin),
    stop: async () => {
      removeBackends(() => true)
      await stopListening(server, 0)
    },
  }
}

export type Balancer = Awaited<ReturnType<typeof startBalancer>>
