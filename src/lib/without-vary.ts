/**
 * A response without its `Vary`: what is stored here is found by its address alone. A proxy may add a header of which nothing that is
 * stored knows, or `*`, with which no cache takes a response.
 */
export const withoutVary = ({ body, status, statusText, headers: received }: Response): Response => {
  const headers = new Headers(received)
  headers.delete('Vary')
  return new Response(body, { status, statusText, headers })
}
