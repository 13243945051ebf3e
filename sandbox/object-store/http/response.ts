import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ErrorDetails, S3Error } from './errors.ts'
import { errorDocument, text } from './xml.ts'

/** What an operation returns. A body that streams is called exactly once. */
export type S3Response = {
  status: number
  headers?: OutgoingHttpHeaders
  body?: string | ((into: ServerResponse) => Promise<void>)
}

export const xmlResponse = (body: string): S3Response => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body,
})

/** The response to a refused request: S3's error document, with the status that belongs to its code. */
export const errorResponse = (error: S3Error, resource: string, requestId: string): S3Response => {
  const details: ErrorDetails = { Resource: resource, ...error.details, RequestId: requestId }
  const elements = Object.entries(details).map(([name, value]) => text(name, value))
  return {
    status: error.status,
    headers: { 'content-type': 'application/xml' },
    body: errorDocument(text('Code', error.code), text('Message', error.message), ...elements),
  }
}

/** Sends a response; a streamed body has ended when this resolves. */
export const writeResponse = async (into: ServerResponse, response: S3Response) => {
  const { status, headers = {}, body } = response
  if (typeof body === 'function') {
    into.writeHead(status, headers)
    return body(into)
  }
  const bytes = Buffer.from(body ?? '')
  const isBodiless = status === 204 || status === 304
  into.writeHead(status, isBodiless ? headers : { 'content-length': bytes.length, ...headers })
  into.end(bytes)
}
