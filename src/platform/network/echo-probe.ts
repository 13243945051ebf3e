import * as v from 'valibot'

/** ms; the sender of the outbox waits for the response, and other work waits for the sender */
const timeout = 10_000

const echoOf = (nonce: string) => v.object({ nonce: v.literal(nonce) })

/** Distinguishes our server from whatever responds in its place: only our server echoes a nonce. */
export const echoProbe = {
  url: (nonce: string): string => `/healthz?nonce=${nonce}`,
  /** A portal that redirects to its sign-in page responds: followed elsewhere, it would look like no network. */
  init: (): RequestInit => ({
    cache: 'no-store',
    redirect: 'manual',
    signal: AbortSignal.timeout(timeout),
  }),
  // Read as JSON: a portal's page may repeat the address that it stands in for.
  echoes: async (response: Response, nonce: string): Promise<boolean> =>
    v.is(echoOf(nonce), await response.json().catch(() => undefined)),
}

/** Probes our server now, for contexts that do not watch the connection, such as the service worker. */
export const isServerThere = async (
  fetch: (url: string, init: RequestInit) => Promise<Response>,
  nonce: string,
): Promise<boolean> => {
  try {
    const response = await fetch(echoProbe.url(nonce), echoProbe.init())
    return await echoProbe.echoes(response, nonce)
  } catch {
    return false
  }
}
