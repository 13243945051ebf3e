import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import * as v from 'valibot'
import { listen, stopListening } from '../../node/listen.ts'

const attribute = v.pipe(
  v.object({
    key: v.string(),
    value: v.union([
      v.pipe(
        v.object({ stringValue: v.string() }),
        v.transform(({ stringValue }) => stringValue),
      ),
      v.pipe(
        v.object({ intValue: v.number() }),
        v.transform(({ intValue }) => intValue),
      ),
    ]),
  }),
  v.transform(({ key, value }) => [key, value] as const),
)

const span = v.object({
  traceId: v.string(),
  spanId: v.string(),
  parentSpanId: v.optional(v.string()),
  name: v.string(),
  kind: v.number(),
  startTimeUnixNano: v.pipe(
    v.string(),
    v.transform((text) => BigInt(text)),
  ),
  endTimeUnixNano: v.pipe(
    v.string(),
    v.transform((text) => BigInt(text)),
  ),
  attributes: v.pipe(
    v.array(attribute),
    v.transform((all) => Object.fromEntries(all)),
  ),
  status: v.object({ code: v.number() }),
})

const sent = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    resourceSpans: v.array(v.object({ scopeSpans: v.array(v.object({ spans: v.array(span) })) })),
  }),
)

export type CollectedSpan = v.InferOutput<typeof span>

/** A trace collector that accepts OTLP as JSON. Responds with `status`; without one it never responds. */
export const startTestCollector = async (status?: number) => {
  const requests: { path: string | undefined; headers: IncomingHttpHeaders; text: string }[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const parts = await request.toArray()
    requests.push({ path: request.url, headers: request.headers, text: Buffer.concat(parts).toString() })
    if (status !== undefined) response.writeHead(status).end('{}')
  }
  const server = createServer((request, response) => void take(request, response))
  const port = await listen(server, { port: 0, host: '127.0.0.1', variable: 'PORT' })
  return {
    endpoint: `http://127.0.0.1:${port}`,
    requests,
    spans: (): CollectedSpan[] =>
      requests.flatMap(({ text }) =>
        v
          .parse(sent, text)
          .resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    stop: () => stopListening(server, 0),
  }
}
