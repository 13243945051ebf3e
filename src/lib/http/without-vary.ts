/**
 * Copies a response without its `Vary` header, so that a cached file is found by its URL alone. A proxy may
 * add a `Vary` that does not match later requests, or `*`, which makes `Cache.put` reject the response.
 */
export const withoutVary = ({ body, status, statusText, headers: allHeaders }: Response): Response => {
  const headers = new Headers(allHeaders)
  headers.delete('Vary')
  return new Response(body, { status, statusText, headers })
}
