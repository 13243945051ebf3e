import type { Http } from './app-env.ts'
import { networkOf } from './network-of.ts'

/**
 * Where a request comes from, as it counts (see networkOf). Behind a proxy that is trusted it is the address that the
 * proxy itself saw and added last; what stands before it in X-Forwarded-For can be invented by the sender.
 */
export const clientAddress = (http: Http, trustProxy: boolean): string => {
  const forwarded = trustProxy ? http.req.header('X-Forwarded-For')?.split(',').at(-1)?.trim() : undefined
  return networkOf(forwarded ?? http.env.incoming?.socket.remoteAddress ?? 'unknown')
}
