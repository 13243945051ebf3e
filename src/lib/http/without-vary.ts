/**
 * A response without its `Vary`, because cached files are found by their URL alone. A proxy may add a
 * header that the stored requests lack, or `*`, with which caches reject a response.
 */
export const withoutVary = ({ body, status, statusText, headers: allHeaders }: Response): Response => {
  const headers = new Headers(allHeaders)
  headers.delete('Vary')
  return new Response(body, { status, statusText, headers })
}
