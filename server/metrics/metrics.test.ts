import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cookies } from '../../src/contract/product-api/headers-and-cookies.ts'
import { parseServerEnv } from '../server-env.ts'
import { startMeasuredServer, type MeasuredServer } from '../testing/measured-server.ts'
import { sampleError, sampleHealth } from '../testing/sample-health.ts'
import { createSampleReport, testDevice } from '../testing/sync-log/sample-report.ts'
import { testDatabases } from '../testing/database/test-database.ts'
import { testEnv, toVariables } from '../testing/test-env.ts'

/** The sum of the lines with this name and all these labels, or undefined if there is no such line. */
const findValue = (lines: readonly string[], name: string, labels: Record<string, string> = {}) => {
  const found = lines.filter(
    (line) =>
      (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) &&
      Object.entries(labels).every(([label, value]) => line.includes(`${label}="${value}"`)),
  )
  return found.length === 0 ? undefined : found.reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
}

describe.each(testDatabases)('with %s', (kind) => {
  let server: MeasuredServer
  const customer = randomUUID()
  const name = 'measured-by-nobody'
  let sessionCookie: string

  beforeAll(async () => {
    server = await startMeasuredServer(kind)
    const client = server.client()
    await client.signIn(customer)
    sessionCookie = client.jar.get(cookies.session) ?? ''
    const event = { customer_id: customer, event_id: 1, value: name }
    const key = randomUUID()
    await client.deliver('/api/events', event, { key })
    await client.deliver('/api/events', event, { key })
    await client.deliver('/api/events', { ...event, event_id: 'one' })
    await client.post('/api/sync-report', createSampleReport(customer))
    await client.post('/api/app-health', { customer_id: customer, ...sampleHealth })
    await client.post('/api/app-health', {
      customer_id: customer,
      errors: [
        { ...sampleError, version: '1.2.3-test+Ab-c_123', count: 7 },
        { ...sampleError, version: '9.9.9-made-up', place: 'watch', count: 1 },
      ],
      vitals: [
        { vital: 'INP', route: '/$locale/made-up', value: 300 },
        { vital: 'MADE-UP', route: '/$locale/courses', value: 1 },
      ],
      uploads: [{ outcome: 'paused', reason: 'made-up', count: 1 }],
    })
    const { identity } = server
    await client.post('/api/login', { authToken: 'of-nobody', locale: 'en-US', device: testDevice })
    identity.failLoyalty({ status: 503, body: '' })
    await client.post('/api/login', { authToken: 'of-nobody', locale: 'en-US', device: testDevice })
    identity.failLoyalty(undefined)
    await client.get(`/customer-${customer}`)
    await client.get(`/api/customer-${customer}`)
  })
  afterAll(() => server.stop())

  test('counts requests by call, status and refusal, and measures their duration', async () => {
    const lines = await server.scrape()
    const count = (labels: Record<string, string>) =>
      findValue(lines, 'http_server_request_duration_seconds_count', labels)
    expect(count({ http_route: '/api/events', http_response_status_code: '200' })).toBe(2)
    expect(count({ http_route: '/api/events', error_type: 'invalid-body' })).toBe(1)
    const bucket = { http_route: '/api/events', http_response_status_code: '200', le: '30' }
    expect(findValue(lines, 'http_server_request_duration_seconds_bucket', bucket)).toBe(2)
  })

  test('counts deliveries by their outcome', async () => {
    const lines = await server.scrape()
    const count = (labels: Record<string, string>) =>
      findValue(lines, 'product_deliveries_total', { call: 'events', ...labels })
    expect(count({ outcome: 'stored' })).toBe(1)
    expect(count({ outcome: 'replayed' })).toBe(1)
    expect(count({ outcome: 'refused', code: 'invalid-body' })).toBe(1)
  })

  test('measures the age of the oldest entry and the number of devices that need attention', async () => {
    const lines = await server.scrape()
    expect(findValue(lines, 'product_report_oldest_age_seconds_sum')).toBe(60)
    expect(findValue(lines, 'product_report_to_send_sum')).toBe(1)
    expect(findValue(lines, 'product_report_needs_you_bucket', { le: '0' })).toBe(1)
    expect(findValue(lines, 'product_report_clock_offset_seconds_sum')).toBe(1.2)
  })

  test('counts errors of the app by place, and by version if it is that of this instance', async () => {
    const lines = await server.scrape()
    const count = (labels: Record<string, string>) => findValue(lines, 'product_app_errors_total', labels)
    expect(count({ version: '1.2.3-test', place: 'page' })).toBe(7)
    expect(count({ version: 'other', place: 'page' })).toBe(2)
    expect(count({ version: 'other', place: 'other' })).toBe(1)
  })

  test('measures pages by pattern and rating', async () => {
    const lines = await server.scrape()
    const ofLcp = { vital: 'LCP', route: '/$locale/courses', rating: 'poor' }
    expect(findValue(lines, 'product_app_vital_seconds_sum', ofLcp)).toBe(4.1)
    const ofInp = { vital: 'INP', route: 'other', rating: 'needs-improvement' }
    expect(findValue(lines, 'product_app_vital_seconds_count', ofInp)).toBe(1)
    expect(findValue(lines, 'product_app_vital_seconds_count')).toBe(2)
    const ofShift = { route: '/$locale/courses', rating: 'good' }
    expect(findValue(lines, 'product_app_layout_shift_sum', ofShift)).toBe(0.02)
  })

  test('counts uploads by how they ended and why they paused', async () => {
    const lines = await server.scrape()
    const count = (labels: Record<string, string>) => findValue(lines, 'product_app_uploads_total', labels)
    expect(count({ outcome: 'completed', reason: '' })).toBe(1)
    expect(count({ outcome: 'paused', reason: 'offline' })).toBe(3)
    expect(count({ outcome: 'retried', reason: 'busy' })).toBe(4)
    expect(count({ outcome: 'signed-again', reason: 'credentials-refused' })).toBe(1)
    expect(count({ outcome: 'paused', reason: 'other' })).toBe(1)
  })

  test('counts sign-ins by provider and outcome, and calls to an unavailable provider', async () => {
    const lines = await server.scrape()
    const count = (provider: string, outcome: string) =>
      findValue(lines, 'product_sign_ins_total', { provider, outcome })
    expect(count('user-pool', 'signed-in')).toBe(1)
    expect(count('loyalty', 'identity-refused')).toBe(1)
    expect(count('loyalty', 'provider-away')).toBe(1)
    expect(findValue(lines, 'product_provider_away_total', { provider: 'loyalty' })).toBe(1)
  })

  test('measures the process and the database', async () => {
    const lines = await server.scrape()
    expect(findValue(lines, 'process_memory_usage_bytes', { type: 'rss' })).toBeGreaterThan(10_000_000)
    expect(findValue(lines, 'nodejs_eventloop_delay_seconds', { quantile: 'p99' })).toBeGreaterThan(0)
    expect(findValue(lines, 'product_build_info', { version: '1.2.3-test', commit: 'e39ae195' })).toBe(1)
    expect(findValue(lines, 'product_database_writable')).toBe(1)
    expect(findValue(lines, 'product_log_lines_total', { level: 'info' })).toBeGreaterThan(5)
    expect(findValue(lines, 'db_client_connection_max')).toBe(kind === 'PostgreSQL' ? 10 : undefined)
    const statements = findValue(lines, 'db_client_operation_duration_seconds_count', { outcome: 'done' })
    expect((statements ?? 0) > 20).toBe(kind === 'PostgreSQL')
  })

  test('identifies nobody: no id, device, address, cookie or value', async () => {
    const text = (await server.scrape()).join('\n')
    expect(sessionCookie.length).toBeGreaterThan(20)
    for (const secret of [customer, testDevice, '@', '127.0.0.1', sessionCookie, name, 'made-up', 'watch']) {
      expect(text).not.toContain(secret)
    }
    expect(text).not.toMatch(/[\da-f]{8}-[\da-f]{4}-/)
  })

  test('serves metrics at their own port only, and nothing else there', async () => {
    expect((await fetch(`${server.origin}/metrics`)).status).toBe(404)
    const { origin } = new URL(server.metrics)
    expect((await fetch(`${origin}/api/certificate`)).status).toBe(404)
    expect((await fetch(server.metrics, { method: 'POST' })).status).toBe(404)
  })
})

test('refuses a METRICS_PORT that is the public port', () => {
  const services = toVariables(testEnv('https://services.example'))
  expect(() => parseServerEnv({ ...services, PORT: '8080', METRICS_PORT: '8080' })).toThrow(
    'METRICS_PORT: must not be PORT',
  )
})
