import { expect, test } from 'vitest'
import { parseServerEnv } from '../server-env.ts'
import { testEnv, variablesOf } from '../testing/test-env.ts'

const services = variablesOf(testEnv('https://services.example'))

test('one request of twenty is traced where there is a collector, and none where there is not', () => {
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
])(
  'headers for the collector that are wrong, %s, are refused without being repeated',
  (OTEL_EXPORTER_OTLP_HEADERS) => {
    expect(() => parseServerEnv({ ...services, OTEL_EXPORTER_OTLP_HEADERS })).toThrow(
      'The environment is wrong. OTEL_EXPORTER_OTLP_HEADERS: must be name=value, with commas between several.',
    )
  },
)
