/** Posts JSON to a service, and returns the JSON of its response. */
export const postJson = async (
  address: string,
  headers: Record<string, string>,
  body: object,
): Promise<unknown> => {
  const response = await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`)
  return response.json()
}
