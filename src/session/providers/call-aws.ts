import { requestJson, type Fetch, type MissingResponse } from '../../lib/http/request-json.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

/** `name` is AWS's name of the error, or our name for a missing or unreadable response. */
export type AwsFailure = { kind: MissingResponse | 'refused' | 'unreadable'; name: string }

type Call = {
  /** Without a trailing slash. */
  address: string
  /** Service and operation, such as `AWSCognitoIdentityService.GetId`. */
  target: string
  body: object
}

const nameOf = (type: string | null): string => type?.split(':')[0] ?? ''

/** Calls an AWS JSON service without a signature, for operations that Amplify lacks or does differently. */
export const callAws = async (
  fetch: Fetch,
  { address, target, body }: Call,
): Promise<Result<unknown, AwsFailure>> => {
  const received = await requestJson(fetch, `${address}/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-amz-json-1.1', 'X-Amz-Target': target },
    body: JSON.stringify(body),
    credentials: 'omit',
  })
  if (!received.ok) {
    const name = received.error === 'network' ? 'NetworkError' : 'TimeoutError'
    return fail({ kind: received.error, name })
  }
  const { response, json } = received.value
  const refused = nameOf(response.headers.get('x-amzn-ErrorType'))
  if (refused !== '') return fail({ kind: 'refused', name: refused })
  if (response.ok && json !== undefined) return ok(json)
  // The response is not JSON, for example the page of a proxy or a captive portal.
  return fail({ kind: 'unreadable', name: `status ${response.status}` })
}
