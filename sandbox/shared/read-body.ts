import type { IncomingMessage } from 'node:http'
import { AwsError } from '../aws-json/aws-error.ts'

/** AWS refuses larger JSON bodies too; nothing these services take comes near it. */
const largestBody = 128 * 1024

/** The body of a request as text. A body over 128 KiB is refused without being kept. */
export const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size <= largestBody) chunks.push(bytes)
  }
  if (size > largestBody) throw new AwsError('RequestEntityTooLargeException', 'Request is too large.', 413)
  return Buffer.concat(chunks).toString()
}

/** The JSON of a body; text that is none is a SerializationException, as at AWS. */
export const parseJsonBody = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    throw new AwsError('SerializationException', 'The request body is not valid JSON.')
  }
}
