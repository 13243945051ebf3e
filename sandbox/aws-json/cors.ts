import type { ServerResponse } from 'node:http'

/** Cognito's answers are readable from any origin (it never takes cookies), and so are these, errors included. */
export const allowEveryOrigin = (response: ServerResponse) => {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Expose-Headers', 'x-amzn-RequestId,x-amzn-ErrorType,Date')
}

/** Answers a preflight: the browser asks for the SDK's own headers by name. */
export const answerPreflight = (requestedHeaders: string | undefined, response: ServerResponse) => {
  response.setHeader('Access-Control-Allow-Methods', 'POST,GET,DELETE,OPTIONS')
  response.setHeader('Access-Control-Allow-Headers', requestedHeaders ?? 'content-type,x-amz-target')
  response.setHeader('Access-Control-Max-Age', '172800')
  response.setHeader('Vary', 'Access-Control-Request-Headers')
  response.writeHead(200).end()
}
