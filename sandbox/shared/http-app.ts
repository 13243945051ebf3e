import type { RequestListener } from 'node:http'
import { getRequestListener, type HttpBindings } from '@hono/node-server'
import { Hono, type Context } from 'hono'

export type HttpEnv = { Bindings: HttpBindings }
export type HttpContext = Context<HttpEnv>

/** AWS rejects larger JSON bodies too, and these services need far less. */
export const maxBodyBytes = 128 * 1024

/** Creates the base app of all stand-ins except the object store: no caching, and no MIME type sniffing. */
export const createHttpApp = () =>
  new Hono<HttpEnv>().use(async (context, next) => {
    await next()
    context.header('Cache-Control', 'no-store')
    context.header('X-Content-Type-Options', 'nosniff')
    // The rest of the rejected body is still arriving, so no other request can follow on this connection.
    if (context.res.status === 413) context.header('Connection', 'close')
  })

/** Creates a `node:http` listener for an app. */
export const createListener = ({ fetch }: Hono<HttpEnv>): RequestListener => {
  const respond = getRequestListener(fetch)
  return (request, response) => void respond(request, response)
}
