import type { MiddlewareHandler } from 'hono'
import type { HttpContext } from './http-app.ts'

/** Whether an IP address is one of this machine's own. */
export const isLoopback = (ipAddress: string | undefined): boolean =>
  ipAddress !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(ipAddress)

/**
 * Whether a request comes from a test. Only programs on this machine may inspect and control the stand-ins,
 * but no pages in its browsers. A browser sends the origin of the page, which a test outside a browser does
 * not.
 */
export const isTestRequest = ({ env, req }: Pick<HttpContext, 'env' | 'req'>): boolean =>
  isLoopback(env.incoming.socket.remoteAddress) && req.header('Origin') === undefined

/** Middleware that responds with 403 to everything but a test. */
export const allowTestsOnly: MiddlewareHandler = async (context, next) =>
  isTestRequest(context) ? next() : context.text('Not from here.', 403)
