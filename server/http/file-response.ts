import type { Http } from './app-env.ts'
import type { Log } from './log.ts'
import { toReadableStream } from './to-readable-stream.ts'

type GeneratedFile = { name: string; type: string; chunks: AsyncIterable<Uint8Array<ArrayBuffer>>; log: Log }

/**
 * Responds with a download that is generated as fast as the client reads it. If the generation fails halfway,
 * the response breaks off, so that the client cannot mistake it for a complete file. If the client
 * disconnects, the generation stops.
 */
export const createFileResponse = (http: Http, { name, type, chunks, log }: GeneratedFile): Response => {
  http.header('Content-Type', type)
  http.header('Content-Disposition', `attachment; filename="${name}"`)
  const requestId = http.get('requestId')
  return http.body(toReadableStream(chunks, (error) => log.error('export broke off', error, { requestId })))
}
