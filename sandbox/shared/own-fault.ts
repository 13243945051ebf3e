import type { IncomingMessage } from 'node:http'
import { isTestRequest } from './is-test-request.ts'

/** The header in which a test's request brings a fault of its own: no other test running at the same time meets it. */
export const faultHeader = 'x-fail'

/** The fault that a request brings along, as JSON. */
export const ownFaultOf = (request: IncomingMessage): unknown => {
  const sent = request.headers[faultHeader]
  return typeof sent === 'string' && isTestRequest(request) ? JSON.parse(sent) : undefined
}
