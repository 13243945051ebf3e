import type { MiddlewareHandler } from 'hono'
import type { Http } from './http-app.ts'

/** Whether an address is one of this machine's own. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address)

/**
 * Whether a request comes from a test. Inspection and control of the stand-ins are for this machine only, and
 * not for pages in its browsers: those send their origin, which a test outside a browser does not.
 */
export const isTestRequest = ({ env, req }: Pick<Http, 'env' | 'req'>): boolean =>
  isLoopback(env.incoming.socket.remoteAddress) && req.header('Origin') === undefined

export const testsOnly: MiddlewareHandler = async (http, next) =>
  isTestRequest(http) ? next() : http.text('Not from here.', 403)
