/** Makes an AWS JSON call with any target, body and headers, also calls that no client library would make. */
export const callAws = async (
  url: string,
  target: string,
  body: object | string,
  headers: Record<string, string> = {},
) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  const json: unknown = await response.json()
  return { status: response.status, headers: response.headers, body: json }
}

export const formatUserPoolTarget = (operation: string) => `AWSCognitoIdentityProviderService.${operation}`
export const formatIdentityTarget = (operation: string) => `AWSCognitoIdentityService.${operation}`
