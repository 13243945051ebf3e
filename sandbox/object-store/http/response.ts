import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { S3Error } from './errors.ts'
import { type Elements, xmlDocument } from './xml.ts'

/** The response of an operation. A streamed body is called exactly once. */
export type S3Response = {
  status: number
  headers?: OutgoingHttpHeaders
  body?: string | ((into: ServerResponse) => Promise<void>)
}

export const xmlResponse = (root: string, content: Elements, status = 200): S3Response => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: xmlDocument(root, content),
})

/** The response to a refused request: S3's error document with the status of its code. */
export const errorResponse = (error: S3Error, resource: string, requestId: string): S3Response => {
  const { code, message, details, status } = error
  const content = { Code: code, Message: message, Resource: resource, ...details, RequestId: requestId }
  return xmlResponse('Error', content, status)
}

/** Sends a response. A streamed body has ended when the promise resolves. */
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
