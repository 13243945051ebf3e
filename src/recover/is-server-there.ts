/** ms. Some networks drop every packet, and browsers report that only after minutes. */
const longest = 15_000

/** Whether the site's own server responds, with every cache bypassed: only this server repeats the nonce. */
export const isServerThere = async ({
  fetch,
  nonce,
  timeout = longest,
}: {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  nonce: string
  /** ms. */
  timeout?: number
}): Promise<boolean> => {
  const signal = AbortSignal.timeout(timeout)
  const response = await fetch(`/healthz?nonce=${nonce}`, { cache: 'no-store', signal })
  const body: unknown = await response.json()
  return typeof body === 'object' && body !== null && 'nonce' in body && body.nonce === nonce
}
