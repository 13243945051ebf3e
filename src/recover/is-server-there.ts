/** ms; some networks swallow everything, and no browser says so before minutes have passed */
const longest = 15_000

/** Whether our own server is there, requested past every cache: only it repeats the nonce. */
export const isServerThere = async ({
  fetch,
  nonce,
  timeout = longest,
}: {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  nonce: string
  /** ms */
  timeout?: number
}): Promise<boolean> => {
  const signal = AbortSignal.timeout(timeout)
  const response = await fetch(`/healthz?nonce=${nonce}`, { cache: 'no-store', signal })
  const body: unknown = await response.json()
  return typeof body === 'object' && body !== null && 'nonce' in body && body.nonce === nonce
}
