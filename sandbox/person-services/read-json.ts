import type { IncomingMessage } from 'node:http'
import { readBody } from '../shared/read-body.ts'
import { Refusal } from './refusal.ts'

/** The JSON that a request carries; refused with `code` where it is none, or too large. */
export const readJson = async (request: IncomingMessage, code: string): Promise<unknown> => {
  const text = await readBody(request)
  if (text === undefined) throw new Refusal(413, code, 'Request is too large.')
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, code, 'The body is not JSON.')
  }
}
