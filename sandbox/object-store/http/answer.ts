import type { OutgoingHttpHeaders, ServerResponse } from 'node:http'
import type { ErrorDetails, S3Error } from './errors.ts'
import { errorDocument, text } from './xml.ts'

/** What an operation gives back. A body that streams is called exactly once. */
export type Answer = {
  status: number
  headers?: OutgoingHttpHeaders
  body?: string | ((into: ServerResponse) => Promise<void>)
}

export const xmlAnswer = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body,
})

/** The answer to a refused request: S3's error document, with the status that belongs to its code. */
export const errorAnswer = (error: S3Error, resource: string, requestId: string): Answer => {
  const details: ErrorDetails = { Resource: resource, ...error.details, RequestId: requestId }
  const elements = Object.entries(details).map(([name, value]) => text(name, value))
  return {
    status: error.status,
    headers: { 'content-type': 'application/xml' },
    body: errorDocument(text('Code', error.code), text('Message', error.message), ...elements),
  }
}

/** Sends an answer; a streamed body has ended when this resolves. */
export const sendAnswer = async (response: ServerResponse, answer: Answer) => {
  const { status, headers = {}, body } = answer
  if (typeof body === 'function') {
    response.writeHead(status, headers)
    return body(response)
  }
  const bytes = Buffer.from(body ?? '')
  const isBodiless = status === 204 || status === 304
  response.writeHead(status, isBodiless ? headers : { 'content-length': bytes.length, ...headers })
  response.end(bytes)
}
