import { expect, test } from 'vitest'
import { parseServerEnv } from '../server-env.ts'
import { testEnv, toVariables } from '../testing/test-env.ts'

const services = toVariables(testEnv('https://services.example'))

test('traces one request of twenty with a collector, and none without', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://localhost:4318'
  const { tracing } = parseServerEnv({ ...services, OTEL_EXPORTER_OTLP_ENDPOINT })
  expect(tracing).toEqual({ url: 'http://localhost:4318/v1/traces', headers: {}, share: 0.05 })
  expect(parseServerEnv({ ...services, OTEL_TRACES_SAMPLER_ARG: '1' }).tracing).toBeUndefined()
})

test.each([
  'secret',
  'api-key=',
  '=secret',
  'api-key=secret%',
  'api-key=sec%0Aret',
  'api key=secret',
  'a=b,,',
])('refuses wrong headers for the collector, %s, without repeating them', (OTEL_EXPORTER_OTLP_HEADERS) => {
  expect(() => parseServerEnv({ ...services, OTEL_EXPORTER_OTLP_HEADERS })).toThrow(
    'The environment is wrong. OTEL_EXPORTER_OTLP_HEADERS: must be name=value, with commas between several.',
  )
})
