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
 * A file to download, made while it is sent, as fast as the client takes it. One that breaks off ends as a broken response,
 * not as a short file; one that nobody waits for any more is not made to its end.
 */
export const fileResponse = (http: Http, file: MadeFile): Response => {
  http.header('Content-Type', file.type)
  http.header('Content-Disposition', `attachment; filename="${file.name}"`)
  return http.body(streamOf(logged(file, http.get('requestId'))))
}
