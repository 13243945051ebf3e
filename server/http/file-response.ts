import type { Http } from './app-env.ts'
import type { Log } from './log.ts'
import { streamOf } from './stream-of.ts'

type MadeFile = { name: string; type: string; chunks: AsyncIterable<Uint8Array<ArrayBuffer>>; log: Log }

async function* logged({ chunks, log }: MadeFile, requestId: string) {
  try {
    yield* chunks
  } catch (error) {
    log.error('export broke off', error, { requestId })
    throw error
  }
}

/**
 * A download that is generated as fast as the client reads it. If it fails halfway, the response breaks off,
 * so that the client cannot mistake it for a complete file. If the client disconnects, generation stops.
 */
export const fileResponse = (http: Http, file: MadeFile): Response => {
  http.header('Content-Type', file.type)
  http.header('Content-Disposition', `attachment; filename="${file.name}"`)
  return http.body(streamOf(logged(file, http.get('requestId'))))
}
