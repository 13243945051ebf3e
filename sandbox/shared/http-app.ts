import type { RequestListener } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'

type HttpEnv = { Bindings: HttpBindings }
export type Http = Context<HttpEnv>

/** bytes; AWS refuses larger JSON bodies too, and nothing these services take comes near it */
export const largestBody = 128 * 1024

/** What every stand-in but the object store begins with: no cache stores a response, and no browser guesses its type. */
export const createHttpApp = () =>
  new Hono<HttpEnv>().use(async (http, next) => {
    await next()
    http.header('Cache-Control', 'no-store')
    http.header('X-Content-Type-Options', 'nosniff')
    // The rest of such a body is still on its way: no other request can follow it on this connection.
    if (http.res.status === 413) http.header('Connection', 'close')
  })

/** How an app is served by `node:http`. */
export const listenerOf = ({ fetch }: Hono<HttpEnv>): RequestListener => {
  const respond = getRequestListener(fetch)
  return (request, response) => void respond(request, response)
}
