import type { ReadableSpan } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { startMeasuredServer } from '../testing/measured-server.ts'
import { startTestCollector } from '../testing/test-collector.ts'
import { createExporter } from './create-exporter.ts'

const nowhere = 'http://127.0.0.1:9'
const minute = 60_000

const send = (exporter: ReturnType<typeof createExporter>, spans: ReadableSpan[] = []) =>
  new Promise((resolve) => exporter.export(spans, resolve))

test('logs one warning a minute, without its response or key, for a collector that refuses', async () => {
  const collector = await startTestCollector(401)
  const warnings: unknown[] = []
  const log = { warn: (...line: unknown[]) => warnings.push(line) }
  let now = 0
  const settings = { url: `${collector.endpoint}/v1/traces`, headers: { 'api-key': 'secret' }, share: 1 }
  const exporter = createExporter(settings, log, () => now)
  const warning = ['traces cannot be sent', { reason: 401 }]

  await send(exporter)
  now += minute - 1
  await send(exporter)
  expect(warnings).toEqual([warning])
  now += 1
  await send(exporter)
  expect(warnings).toEqual([warning, warning])
  expect(collector.requests).toHaveLength(3)
  await collector.stop()
})

test.each([
  ['is not there', async () => ({ endpoint: nowhere, stop: async () => undefined })],
  ['takes a request and never responds', () => startTestCollector()],
])('a collector that %s delays neither requests nor a stop', async (_how, start) => {
  const collector = await start()
  const product = await startMeasuredServer('PGlite', {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
    OTEL_TRACES_SAMPLER_ARG: '1',
  })
  const coach = product.client()
  const customer = await coach.signIn()
  const delivered = await coach.deliver('/api/events', { customer_id: customer, event_id: 1, value: 'x' })
  expect(delivered.status).toBe(200)
  await product.stop()
  await collector.stop()
})
