import { requestJson, type Fetch, type MissingResponse } from '../../lib/http/request-json.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

/** `name` is AWS's name of the error, or our name for a missing or unreadable response. */
export type AwsFailure = { kind: MissingResponse | 'refused' | 'unreadable'; name: string }

type AwsCall = {
  /** The service's endpoint, without a trailing slash. */
  url: string
  /** Service and operation, such as `AWSCognitoIdentityService.GetId`. */
  target: string
  body: object
}

/**
 * Extracts the name of an error from its header, to which AWS may append a colon and more text. Without the
 * header, returns ''.
 */
const parseErrorName = (header: string | null): string => header?.split(':')[0] ?? ''

/**
 * Calls an AWS JSON service without a signature. For calls that Amplify cannot make as the app needs them:
 * credentials for a coach without a user pool, revoking one refresh token, and a global sign-out that keeps
 * this device's tokens if it fails.
 */
export const callAws = async (
  fetch: Fetch,
  { url, target, body }: AwsCall,
): Promise<Result<unknown, AwsFailure>> => {
  const received = await requestJson(fetch, `${url}/`, {
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
  const awsErrorName = parseErrorName(response.headers.get('x-amzn-ErrorType'))
  if (awsErrorName !== '') return fail({ kind: 'refused', name: awsErrorName })
  if (response.ok && json !== undefined) return ok(json)
  // The response is not from AWS, but for example the page of a proxy or a captive portal.
  return fail({ kind: 'unreadable', name: `status ${response.status}` })
}
