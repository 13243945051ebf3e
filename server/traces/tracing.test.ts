import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { cookies, headers } from '../../src/contract/product-api/headers-and-cookies.ts'
import { startMeasuredServer } from '../testing/measured-server.ts'
import { testDevice } from '../testing/sync-log/sample-report.ts'
import { startTestCollector, type CollectedSpan } from '../testing/test-collector.ts'
import { testDatabases } from '../testing/database/test-database.ts'

const [server, client, failed] = [2, 3, 2]
const logLine = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ message: v.string(), route: v.optional(v.string()), traceId: v.optional(v.string()) }),
)
const requestsIn = (log: readonly string[]) =>
  log.map((line) => v.parse(logLine, line)).filter(({ message }) => message === 'request')

const millisecond = 1_000_000n

describe.each(testDatabases)('with %s', (kind) => {
  const [customer, requestId, stranger, value] = [
    randomUUID(),
    randomUUID(),
    'a'.repeat(32),
    'told-to-nobody',
  ]
  let spans: CollectedSpan[]
  let collected: Awaited<ReturnType<typeof startTestCollector>>['requests']
  let log: readonly string[]
  let sessionCookie: string

  /** Makes several calls and stops the server, which sends the spans. */
  beforeAll(async () => {
    const collector = await startTestCollector(200)
    const product = await startMeasuredServer(kind, {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=of%20the%20collector',
      OTEL_TRACES_SAMPLER_ARG: '1',
    })
    const coach = product.client()
    await coach.signIn(customer)
    sessionCookie = coach.jar.get(cookies.session) ?? ''
    await coach.deliver('/api/events', { customer_id: customer, event_id: 1, value })
    await coach.deliver('/api/events', { customer_id: customer, event_id: 'one' })
    product.identity.failLoyalty({ status: 503, body: '' })
    await coach.post('/api/login', { authToken: 'of-nobody', locale: 'en-US', device: testDevice })
    await fetch(`${product.origin}/api/certificate?number=${customer}`, {
      method: 'PROPFIND',
      headers: { traceparent: `00-${stranger}-${'b'.repeat(16)}-01`, [headers.requestId]: requestId },
    })
    await fetch(`${product.origin}/healthz`)
    await fetch(`${product.origin}/readyz`)
    await product.stop()
    spans = collector.spans()
    collected = collector.requests
    log = product.log
    await collector.stop()
  }, 60_000)

  const requestSpans = (name: string) => spans.filter((span) => span.kind === server && span.name === name)
  const below = (parent: CollectedSpan | undefined) =>
    spans.filter(({ parentSpanId }) => parent !== undefined && parentSpanId === parent.spanId)

  test('sends traces to the OTLP path of the collector, with its key', () => {
    expect(collected.length).toBeGreaterThan(0)
    for (const request of collected) {
      expect([request.path, request.headers['api-key']]).toEqual(['/v1/traces', 'of the collector'])
    }
  })

  test('records a request as a span with method, path of its call, status and code of a refusal', () => {
    const ofEvents = requestSpans('POST /api/events').map(({ attributes }) => attributes)
    expect(ofEvents).toMatchObject([
      { 'http.request.method': 'POST', 'http.route': '/api/events', 'http.response.status_code': 200 },
      { 'http.response.status_code': 422, 'error.type': 'invalid-body' },
    ])
    expect(ofEvents[0]).not.toHaveProperty('error.type')
    expect(ofEvents[0]?.['product.request.id']).toMatch(/^[\w-]{36}$/)
  })

  test.runIf(kind === 'PostgreSQL')('records the statements of a delivery below it, within its time', () => {
    const [delivery] = requestSpans('POST /api/events')
    const statements = below(delivery).filter(({ kind: of }) => of === client)
    const names = statements.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['begin', 'insert', 'commit']))
    const { startTimeUnixNano: begin = 0n, endTimeUnixNano: end = 0n } = delivery ?? {}
    for (const statement of statements) {
      expect(statement.traceId).toBe(delivery?.traceId)
      // The SDK rounds the start of each span to a whole millisecond and counts its end from there.
      expect(statement.startTimeUnixNano).toBeGreaterThanOrEqual(begin - millisecond)
      expect(statement.endTimeUnixNano).toBeLessThanOrEqual(end + millisecond)
      expect(String(statement.attributes['db.query.text']).length).toBeLessThanOrEqual(200)
    }
    expect(statements.map(({ attributes }) => attributes['db.query.text'])).toContainEqual(
      expect.stringMatching(/^insert into "events".*\$1/),
    )
  })

  test('records nothing outside requests', () => {
    const roots = new Set(spans.filter((span) => span.kind === server).map(({ spanId }) => spanId))
    expect(
      spans.filter(({ kind: of, parentSpanId }) => of !== server && !roots.has(parentSpanId ?? '')),
    ).toEqual([])
    expect(spans.filter(({ kind: of, parentSpanId }) => of === server && parentSpanId !== undefined)).toEqual(
      [],
    )
  })

  test('records a call to a provider below its request, by host only, and a failed one as an error', () => {
    const calls = spans.filter(({ attributes }) => 'server.address' in attributes)
    expect(calls.map(({ name }) => name)).toEqual([
      expect.stringMatching(/^GET 127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^GET 127\.0\.0\.1:\d+$/),
    ])
    const [, away] = calls
    expect(away?.attributes['http.response.status_code']).toBe(503)
    const login = requestSpans('POST /api/login').find(({ spanId }) => spanId === away?.parentSpanId)
    expect([away?.status.code, login?.status.code]).toEqual([failed, failed])
    expect(login?.attributes['error.type']).toBe('provider-away')
  })

  test('ignores trace headers of a sender, and does not use an invented method as a name', () => {
    const [sent] = requestSpans('_OTHER none')
    expect(sent?.attributes['product.request.id']).toBe(requestId)
    expect(spans.filter(({ traceId }) => traceId === stranger)).toEqual([])
  })

  test('does not trace health checks, and logs the trace of every other request', () => {
    expect(spans.filter(({ name }) => /healthz|readyz/.test(name))).toEqual([])
    const traced = requestsIn(log).filter(({ traceId }) => traceId !== undefined)
    const untraced = requestsIn(log).filter(({ traceId }) => traceId === undefined)
    expect(new Set(traced.map(({ traceId }) => traceId))).toEqual(
      new Set(spans.map(({ traceId }) => traceId)),
    )
    expect(traced).toHaveLength(spans.filter((span) => span.kind === server).length)
    expect(untraced.map(({ route }) => route)).toEqual(['/healthz', '/readyz'])
  })

  test('identifies nobody: no customer, device, cookie, token or value', () => {
    const text = collected.map((request) => request.text).join('\n')
    expect(sessionCookie.length).toBeGreaterThan(20)
    for (const secret of [
      customer,
      testDevice,
      sessionCookie,
      value,
      'of-nobody',
      '@',
      'collector',
      'PROPFIND',
    ]) {
      expect(text).not.toContain(secret)
    }
    expect(log.join('')).not.toContain('of the collector')
  })
})
