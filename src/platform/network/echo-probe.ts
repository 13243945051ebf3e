import * as v from 'valibot'

/** The outbox waits for this response while it sends, and other work waits for the outbox. */
const timeoutMs = 10_000

const createEchoSchema = (nonce: string) => v.object({ nonce: v.literal(nonce) })

/**
 * A request that distinguishes our server from a server that responds in its place, such as a captive portal:
 * only our server returns the nonce as JSON.
 */
export const echoProbe = {
  toUrl: (nonce: string): string => `/healthz?nonce=${nonce}`,
  /**
   * Does not follow redirects. A captive portal may redirect to another site, where the request would fail as
   * if the device were offline.
   */
  createInit: (): RequestInit => ({
    cache: 'no-store',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }),
  /**
   * Whether a response is JSON with the nonce. A portal's HTML page may also repeat the URL with the nonce.
   */
  isEchoedBy: async (response: Response, nonce: string): Promise<boolean> =>
    v.is(createEchoSchema(nonce), await response.json().catch(() => undefined)),
}

/** Whether our server responds. For the service worker and others that do not create a `Connectivity`. */
export const isServerReachable = async (
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  nonce: string,
): Promise<boolean> => {
  try {
    const response = await fetch(echoProbe.toUrl(nonce), echoProbe.createInit())
    return await echoProbe.isEchoedBy(response, nonce)
  } catch {
    return false
  }
}
