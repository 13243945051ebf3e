import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { addresses } from './addresses.ts'

/** What a newer build has instead, by the path of the file. */
export type NextBuild = {
  changed: Readonly<Record<string, (content: string) => string>>
  gone: RegExp
}

const sendChanged = async (
  answer: IncomingMessage,
  outgoing: ServerResponse,
  change: (content: string) => string,
): Promise<void> => {
  const body = Buffer.from(change(await text(answer)))
  const { etag: _, ...headers } = answer.headers
  outgoing.writeHead(answer.statusCode ?? 502, { ...headers, 'content-length': body.byteLength })
  outgoing.end(body)
}

/** As a proxy does that gives up: the status, the tag and every other header are those of the whole file. */
const sendHalf = async (answer: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const body = await buffer(answer)
  const half = body.subarray(0, body.byteLength / 2)
  outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': half.byteLength })
  outgoing.end(half)
}

const sameBuild: NextBuild = { changed: {}, gone: /$^/ }

/**
 * A proxy before the site, behind which a newer build can be deployed and whose line can be cut: to the browser it is
 * the same site. Playwright's own routes do not see how a browser looks for a newer service worker, and its
 * `setOffline` comes too late for what a browser sends while it starts.
 */
export const startDeployment = async (build = sameBuild) => {
  let deployed = false
  let isCut = false
  let halved = /$^/
  let lost = /$^/
  let varies = false
  const requested: string[] = []
  const received = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    if (isCut) {
      incoming.socket.destroy()
      return
    }
    const url = new URL(incoming.url ?? '/', addresses.site)
    const isSite = deployed && url.origin === addresses.site
    if (isSite && build.gone.test(url.pathname)) {
      outgoing.writeHead(404).end()
      return
    }
    if (url.origin === addresses.site) requested.push(url.pathname)
    if (lost.test(url.pathname)) {
      outgoing.destroy()
      return
    }
    const isHalved = halved.test(url.pathname)
    const change = isSite ? build.changed[url.pathname] : undefined
    const { 'if-none-match': tag, 'accept-encoding': encodings, ...headers } = incoming.headers
    const asked = change ? headers : { ...headers, 'if-none-match': tag, 'accept-encoding': encodings }
    const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined))
    const forward = request(url, { method: incoming.method, headers: given }, (answer) => {
      if (varies) answer.headers.vary = '*'
      if (url.origin === addresses.site)
        answer.on('data', ({ length }: Buffer) => {
          received.set(url.pathname, (received.get(url.pathname) ?? 0) + length)
        })
      if (isHalved && answer.statusCode === 200) void sendHalf(answer, outgoing)
      else if (change) void sendChanged(answer, outgoing, change)
      else {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      }
    })
    forward.on('error', () => outgoing.destroy())
    incoming.pipe(forward)
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  return {
    proxy: { server: `http://localhost:${port}` },
    deploy: () => {
      deployed = true
    },
    /** From now on, files whose path fits come in half; without a path all of them come whole again. */
    halve: (path = /$^/) => {
      halved = path
    },
    /** From now on, files whose path fits never come. */
    lose: (path: RegExp) => {
      lost = path
    },
    /** From now on, every response says `Vary: *`, with which no cache takes it. */
    varyAll: () => {
      varies = true
    },
    /** The paths that the site was asked for so far, in order. */
    requested: (): readonly string[] => requested,
    /** Bytes of the bodies that the site sent so far, as they were sent, by their path. */
    received: (): ReadonlyMap<string, number> => received,
    /** Whether nothing gets through from now on. */
    cut: (cut: boolean) => {
      isCut = cut
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
