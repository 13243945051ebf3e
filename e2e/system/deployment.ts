import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { addresses } from './addresses.ts'

/** The differences of a newer build, by the path of the file. */
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

/** Sends half a file, as a proxy that gives up. Status, ETag and other headers match the whole file. */
const sendHalf = async (answer: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const body = await buffer(answer)
  const half = body.subarray(0, body.byteLength / 2)
  outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'content-length': half.byteLength })
  outgoing.end(half)
}

const sameBuild: NextBuild = { changed: {}, gone: /$^/ }

/**
 * A proxy in front of the site that can deploy a newer build and cut the connection. The browser sees the
 * same site. Playwright's own routes do not see a browser's check for a newer service worker, and its
 * `setOffline` comes too late for the requests of a starting browser.
 */
export const startDeployment = async (build = sameBuild) => {
  let deployed = false
  let { gone } = build
  let isCut = false
  let halved = /$^/
  let lost = /$^/
  let hanging = /$^/
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
    if (isSite && gone.test(url.pathname)) {
      outgoing.writeHead(404).end()
      return
    }
    if (url.origin === addresses.site) requested.push(url.pathname)
    if (hanging.test(url.pathname)) return
    if (lost.test(url.pathname)) {
      outgoing.destroy()
      return
    }
    const isHalved = halved.test(url.pathname)
    const change = isSite ? build.changed[url.pathname] : undefined
    const { 'if-none-match': tag, 'accept-encoding': encodings, ...headers } = incoming.headers
    const forwarded = change ? headers : { ...headers, 'if-none-match': tag, 'accept-encoding': encodings }
    const given = Object.fromEntries(Object.entries(forwarded).filter(([, value]) => value !== undefined))
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
    /** From now on, serves the missing files again, for a newer build whose files have the same names. */
    publish: () => {
      gone = /$^/
    },
    /** From now on, halves files with a matching path. Without a path, all files are complete again. */
    halve: (path = /$^/) => {
      halved = path
    },
    /** From now on, files with a matching path never arrive. */
    lose: (path: RegExp) => {
      lost = path
    },
    /** From now on, files with a matching path are never answered. */
    hang: (path: RegExp) => {
      hanging = path
    },
    /** From now on, every response has `Vary: *`, so that no cache stores it. */
    varyAll: () => {
      varies = true
    },
    /** The paths requested from the site so far, in order. */
    requested: (): readonly string[] => requested,
    /** Bytes of the response bodies that the site has sent so far, compressed, by path. */
    received: (): ReadonlyMap<string, number> => received,
    /** Cuts or restores the connection. */
    cut: (cut: boolean) => {
      isCut = cut
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}
