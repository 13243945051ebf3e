import type { Http } from './app-env.ts'
import type { Log } from './log.ts'

/** Excel takes a file for UTF-8 only when it begins with this mark. */
const byteOrderMark = '\uFEFF'

/**
 * A file of CSV, sent as fast as it is taken: the memory stays the same however long it is. One that breaks off ends as a
 * broken answer, not as a short file; one that nobody waits for any more is not read to its end.
 */
export const csvAnswer = (
  http: Http,
  { name, lines, log }: { name: string; lines: AsyncGenerator<string>; log: Log },
): Response => {
  const encoder = new TextEncoder()
  const requestId = http.get('requestId')
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(byteOrderMark)),
    pull: async (controller) => {
      try {
        const { done, value } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(encoder.encode(value))
      } catch (error) {
        log.error('export broke off', error, { requestId })
        controller.error(error)
      }
    },
    cancel: async () => {
      await lines.return(undefined)
    },
  })
  http.header('Content-Type', 'text/csv; charset=utf-8')
  http.header('Content-Disposition', `attachment; filename="${name}"`)
  return http.body(body)
}
