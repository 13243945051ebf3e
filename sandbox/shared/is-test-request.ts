import type { MiddlewareHandler } from 'hono'
import type { Http } from './http-app.ts'

/** Whether an address is one of this machine's own. */
export const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && /^(?:::ffff:)?127\.|^::1$/.test(address)

/**
 * Whether a request is a test's: what inspects and controls the stand-ins is for this machine only, and no page in a
 * browser on it, which names its origin as a test outside of one does not.
 */
export const isTestRequest = ({ env, req }: Pick<Http, 'env' | 'req'>): boolean =>
  isLoopback(env.incoming.socket.remoteAddress) && req.header('Origin') === undefined

/** Refuses everybody but tests. */
export const testsOnly: MiddlewareHandler = async (http, next) =>
  isTestRequest(http) ? next() : http.text('Not from here.', 403)
