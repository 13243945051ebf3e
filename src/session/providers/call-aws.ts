import { requestJson, type Fetch, type MissingResponse } from '../../lib/request-json.ts'
import { fail, ok, type Result } from '../../lib/result.ts'

/** `name` is AWS's own name of the error, or ours for a response that never came or is none. */
export type AwsFailure = { kind: MissingResponse | 'refused' | 'unreadable'; name: string }

type Call = {
  /** without a trailing slash */
  address: string
  /** service and operation, as `AWSCognitoIdentityService.GetId` */
  target: string
  body: object
}

const nameOf = (type: string | null): string => type?.split(':')[0] ?? ''

/** One call of an AWS JSON service that needs no signature and that Amplify does not make, or not as we need it. */
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
  // A proxy's or a captive portal's page, where it is no JSON.
  return fail({ kind: 'unreadable', name: `status ${response.status}` })
}
