import type { IncomingMessage } from 'node:http'

/** AWS refuses larger JSON bodies too; nothing these services take comes near it. */
const largestBody = 128 * 1024

/** The body of a request as text; undefined where it is over 128 KiB, of which no more than that is held in memory. */
export const readBody = async (request: IncomingMessage): Promise<string | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk)
    size += bytes.length
    if (size <= largestBody) chunks.push(bytes)
  }
  return size > largestBody ? undefined : Buffer.concat(chunks).toString()
}
