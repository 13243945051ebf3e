import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { startMeasuredServer, type MeasuredServer } from '../testing/measured-server.ts'
import { sampleHealth } from '../testing/sample-health.ts'
import { createSampleReport, testDevice } from '../testing/sync-log/sample-report.ts'
import { testDatabases } from '../testing/database/test-database.ts'

const read = (path: string) => readFileSync(path, 'utf8')
const dashboard = v.parse(
  v.object({
    panels: v.array(
      v.object({ title: v.string(), targets: v.optional(v.array(v.object({ expr: v.string() })), []) }),
    ),
  }),
  JSON.parse(read('deploy/observe/dashboard.json')),
)
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))
/** The metrics that the collector sends to CloudWatch, each with its label, as Prometheus queries. */
const shown = [...read('deploy/aws/monitoring/shown-metrics.ts').matchAll(/(\w+_total): '(\w+)'/g)].map(
  ([, name, label]) => `sum by (${label}) (${name})`,
)
const alerts = read('deploy/observe/alerts.yaml')
const runbook = read('docs/runbook.md')

const metricsIn = (text: string) =>
  [...text.matchAll(/\b(?:http_server|product|db_client|process|nodejs)_[a-z_]+/g)].map(([name]) => name)
const labelsIn = (text: string) =>
  [...text.matchAll(/[{,]\s*([a-z_]+)(?:=~?|!=)"/g), ...text.matchAll(/\bby \(([a-z_, ]+)\)/g)].flatMap(
    ([, names = '']) => names.split(', '),
  )

/** Labels of Prometheus itself. */
const itsOwn = new Set(['job', 'instance', 'severity'])

/** Metrics of PostgreSQL, which this run may lack. */
const ofPostgres = /^db_client_/

test('the files query metrics, and each alert links to a heading of the runbook', () => {
  expect(new Set(metricsIn(expressions.join('\n'))).size).toBeGreaterThan(18)
  expect(new Set(metricsIn(alerts)).size).toBeGreaterThan(9)
  expect(metricsIn(shown.join('\n'))).toHaveLength(2)
  const headings = new Set(
    [...runbook.matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-').replaceAll("'", ''),
    ),
  )
  const targets = [...alerts.matchAll(/docs\/runbook\.md#(\S+)/g)].map(([, heading]) => heading)
  expect(targets).toHaveLength(alerts.split('- alert:').length - 1)
  expect(targets.filter((heading) => !headings.has(heading ?? ''))).toEqual([])
})

test('compares an instance with itself, not with other instances', () => {
  const compared = alerts.split('- alert:').filter((rule) => /\band max\b/.test(rule))
  expect(compared.map((rule) => rule.trim().split('\n')[0])).toEqual(['PoolExhausted'])
  expect(compared[0]?.match(/\bmax\b.*?\(\w+/g)).toEqual(['max by (instance', 'max by (instance'])
})

const promtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!promtool)('Prometheus accepts the rules, and their own tests pass', () => {
  const { stdout, stderr, status } = spawnSync(
    'promtool',
    ['test', 'rules', 'deploy/observe/alerts.test.yaml'],
    { encoding: 'utf8' },
  )
  expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')])
})

test('the runbook quotes lines that the server logs', () => {
  const sources = globSync('server/**/*.ts', { exclude: ['**/*.test.ts'] })
    .map(read)
    .join('\n')
  const quoted = [
    'database connection lost',
    'the database is away',
    'the start waits for the database',
    'request failed',
    'the database lies in another place',
    'an entry came again that the database had lost',
    'rows whose time is over could not be deleted',
    'account erased',
    'an identity provider is away',
  ]
  const flat = runbook.replaceAll(/\s+/g, ' ')
  expect(quoted.filter((line) => !flat.includes(`\`${line}`) || !sources.includes(line))).toEqual([])
})

describe.each(testDatabases)('with %s', (kind) => {
  let server: MeasuredServer
  let lines: string[]
  beforeAll(async () => {
    server = await startMeasuredServer(kind)
    const client = server.client()
    const customer = await client.signIn()
    await client.deliver('/api/events', { customer_id: customer, event_id: 1, value: 'x' })
    await client.post('/api/sync-report', createSampleReport(customer))
    await client.post('/api/app-health', { customer_id: customer, ...sampleHealth })
    server.identity.failLoyalty({ status: 503, body: '' })
    await client.post('/api/login', { authToken: randomUUID(), locale: 'en-US', device: testDevice })
    await server.hasDeletedExpired()
    lines = await server.scrape()
  })
  afterAll(() => server.stop())

  const isThere = (name: string) =>
    (kind === 'PGlite' && ofPostgres.test(name)) ||
    lines.some((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))

  test.each([
    ['dashboard', expressions.join('\n')],
    ['alerts', alerts],
    ['dashboard at AWS', shown.join('\n')],
    ['runbook', runbook],
  ])('every metric and label in the %s exists', (_name, text) => {
    const named = metricsIn(text).filter((name) => !/_rate$|product_$/.test(name))
    expect(named.filter((name) => !isThere(name) && !isThere(`${name}_bucket`))).toEqual([])
    const unknown = labelsIn(text).filter(
      (label) => !itsOwn.has(label) && !lines.some((line) => line.includes(`${label}="`)),
    )
    expect(unknown.filter((label) => kind === 'PostgreSQL' || label !== 'state')).toEqual([])
  })
})
