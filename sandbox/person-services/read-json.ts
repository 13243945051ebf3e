import type { IncomingMessage } from 'node:http'
import { AwsError } from '../aws-json/aws-error.ts'
import { readBody } from '../shared/read-body.ts'
import { Refused } from './refused.ts'

/** The JSON that a request carries; refused with `code` where it is none, or too large. */
export const readJson = async (request: IncomingMessage, code: string): Promise<unknown> => {
  const text = await readBody(request).catch((error: unknown) => {
    throw error instanceof AwsError ? new Refused(error.status, code, error.message) : error
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new Refused(400, code, 'The body is not JSON.')
  }
}
