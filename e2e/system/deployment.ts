import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { addresses } from './addresses.ts'

/**
 * The differences of a newer build: the files that it changes, by their paths, and a pattern of the paths
 * that it no longer has.
 */
export type NextBuild = {
  changed: Readonly<Record<string, (content: string) => string>>
  gone: RegExp
}

const sendChanged = async (
  response: IncomingMessage,
  outgoing: ServerResponse,
  change: (content: string) => string,
): Promise<void> => {
  const body = Buffer.from(change(await text(response)))
  const { etag: _, ...headers } = response.headers
  outgoing.writeHead(response.statusCode ?? 502, { ...headers, 'content-length': body.byteLength })
  outgoing.end(body)
}

/** Sends half a file, as a proxy that gives up. Status, ETag and other headers match the whole file. */
const sendHalf = async (response: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
  const body = await buffer(response)
  const half = body.subarray(0, body.byteLength / 2)
  outgoing.writeHead(response.statusCode ?? 502, { ...response.headers, 'content-length': half.byteLength })
  outgoing.end(half)
}

const noPath = /$^/
const sameBuild: NextBuild = { changed: {}, gone: noPath }

/**
 * A proxy in front of the site that can deploy a newer build and cut the connection. The browser sees the
 * same site. Playwright's own routes do not see a browser's check for a newer service worker, and its
 * `setOffline` comes too late for the requests of a starting browser.
 */
export const startDeployment = async (build = sameBuild) => {
  let isDeployed = false
  let { gone } = build
  let isCut = false
  /** The paths of files of which half is sent, whose requests are cut, and whose requests stay open. */
  let halvedPaths = noPath
  let lostPaths = noPath
  let hangingPaths = noPath
  let hasVary = false
  const requestedPaths: string[] = []
  const receivedBytes = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    if (isCut) {
      incoming.socket.destroy()
      return
    }
    const url = new URL(incoming.url ?? '/', addresses.site)
    const isNewBuild = isDeployed && url.origin === addresses.site
    if (isNewBuild && gone.test(url.pathname)) {
      outgoing.writeHead(404).end()
      return
    }
    if (url.origin === addresses.site) requestedPaths.push(url.pathname)
    if (hangingPaths.test(url.pathname)) return
    if (lostPaths.test(url.pathname)) {
      outgoing.destroy()
      return
    }
    const isHalved = halvedPaths.test(url.pathname)
    const change = isNewBuild ? build.changed[url.pathname] : undefined
    // A file to change must arrive whole and not compressed.
    const { 'if-none-match': tag, 'accept-encoding': encodings, ...headers } = incoming.headers
    const forwarded = change ? headers : { ...headers, 'if-none-match': tag, 'accept-encoding': encodings }
    const sentHeaders = Object.fromEntries(
      Object.entries(forwarded).filter(([, value]) => value !== undefined),
    )
    const forward = request(url, { method: incoming.method, headers: sentHeaders }, (response) => {
      if (hasVary) response.headers.vary = '*'
      if (url.origin === addresses.site)
        response.on('data', ({ length }: Buffer) => {
          receivedBytes.set(url.pathname, (receivedBytes.get(url.pathname) ?? 0) + length)
        })
      if (isHalved && response.statusCode === 200) void sendHalf(response, outgoing)
      else if (change) void sendChanged(response, outgoing, change)
      else {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
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
      isDeployed = true
    },
    /** From now on, serves the missing files again, for a newer build whose files have the same names. */
    publish: () => {
      gone = noPath
    },
    /** From now on, halves files with a matching path. Without a path, all files are complete again. */
    halve: (path = noPath) => {
      halvedPaths = path
    },
    /** From now on, requests for files with a matching path are cut without a response. */
    lose: (path: RegExp) => {
      lostPaths = path
    },
    /** From now on, requests for files with a matching path stay open without a response. */
    hang: (path: RegExp) => {
      hangingPaths = path
    },
    /** From now on, every response has `Vary: *`, so that no cache stores it. */
    varyAll: () => {
      hasVary = true
    },
    /** The paths requested from the site so far, in order. */
    requested: (): readonly string[] => requestedPaths,
    /** Bytes of the response bodies that the site has sent so far, compressed, by path. */
    received: (): ReadonlyMap<string, number> => receivedBytes,
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
