import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { S3Error } from './errors.ts'
import { type Elements, toXmlDocument } from './xml.ts'

/** The response of an operation. */
export type S3Response = {
  status: number
  headers?: OutgoingHttpHeaders
  /** A text, or a function that streams the body. The function is called exactly once. */
  body?: string | ((response: ServerResponse) => Promise<void>)
}

export const createXmlResponse = (root: string, elements: Elements, status = 200): S3Response => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: toXmlDocument(root, elements),
})

/** Creates the response to a rejected request: S3's error document with the status of its code. */
export const createErrorResponse = (error: S3Error, resource: string, requestId: string): S3Response => {
  const { code, message, details, status } = error
  const elements = { Code: code, Message: message, Resource: resource, ...details, RequestId: requestId }
  return createXmlResponse('Error', elements, status)
}

/** Sends a response. A streamed body has ended when the promise resolves. */
export const writeResponse = async (response: ServerResponse, { status, headers = {}, body }: S3Response) => {
  if (typeof body === 'function') {
    response.writeHead(status, headers)
    return body(response)
  }
  const bytes = Buffer.from(body ?? '')
  const mustBeEmpty = status === 204 || status === 304
  response.writeHead(status, mustBeEmpty ? headers : { 'content-length': bytes.length, ...headers })
  response.end(bytes)
}
