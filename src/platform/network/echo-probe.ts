import * as v from 'valibot'

/** In ms. The sender of the outbox waits for this response, and other work waits for the sender. */
const timeout = 10_000

const echoSchema = (nonce: string) => v.object({ nonce: v.literal(nonce) })

/**
 * A request that distinguishes our server from other servers in its place: only our server returns the nonce.
 */
export const echoProbe = {
  url: (nonce: string): string => `/healthz?nonce=${nonce}`,
  /**
   * `manual`, because a captive portal may redirect. If the redirect was followed, it would look like a lost
   * network.
   */
  init: (): RequestInit => ({
    cache: 'no-store',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  }),
  /** Parses JSON, because the page of a portal may repeat the URL with the nonce. */
  isEchoedBy: async (response: Response, nonce: string): Promise<boolean> =>
    v.is(echoSchema(nonce), await response.json().catch(() => undefined)),
}

/** Probes our server now, for contexts without connectivity, such as the service worker. */
export const isServerThere = async (
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  nonce: string,
): Promise<boolean> => {
  try {
    const response = await fetch(echoProbe.url(nonce), echoProbe.init())
    return await echoProbe.isEchoedBy(response, nonce)
  } catch {
    return false
  }
}
