import { readFileSync } from 'node:fs'
import { App, Stack } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { Hono } from 'hono'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { AppEnv } from '../../../server/http/app-env.ts'
import { createLog, logLevels } from '../../../server/http/log.ts'
import { logRequests } from '../../../server/http/log.ts'
import { createServerEnvironment } from '../product-environment.ts'
import { parseSettings } from '../settings.ts'
import { deployed, settings } from '../testing/synthesise.ts'
import {
  collector,
  collectorConfig,
  poolStacks,
  product,
  findProperties,
  getTemplate,
  toText,
} from '../testing/templates.ts'
import { createPagerTopic, createAlarmTopic } from './monitoring.ts'

describe('the watch', () => {
  test('notifies somebody of each alarm, and of its end', () => {
    const alarms = findProperties(product, 'AWS::CloudWatch::Alarm')
    expect(alarms.length).toBeGreaterThanOrEqual(13)
    for (const alarm of alarms) {
      expect(alarm['AlarmActions']).toEqual(alarm['OKActions'])
      expect(alarm['AlarmActions']).toHaveLength(1)
    }
    const topics = new Set(alarms.map(({ AlarmActions }) => toText((AlarmActions as unknown[])[0])))
    expect(topics).toEqual(
      new Set([expect.stringMatching(/^<\{Ref:Alarms/), expect.stringMatching(/^<\{Ref:Pages/)]),
    )
  })

  test.each([
    [undefined, [settings.alarmEmail, settings.alarmEmail]],
    ['pager@breaking-barriers.example', [settings.alarmEmail, 'pager@breaking-barriers.example']],
  ])('with the pager %s notifies %j', (pageEmail, emails) => {
    const stack = new Stack(new App(), 'Topics')
    const given = parseSettings({ ...settings, pageEmail })
    createPagerTopic(stack, createAlarmTopic(stack, given), given)
    const subscriptions = findProperties(Template.fromStack(stack), 'AWS::SNS::Subscription')
    expect(subscriptions.map(({ Endpoint }) => Endpoint)).toEqual(emails)
  })

  test('counts at the site’s address by both dimensions of CloudFront', () => {
    const [alarm] = Object.values(
      product.findResources('AWS::CloudWatch::Alarm', {
        Properties: { AlarmName: Match.stringLikeRegexp('EdgeFailures') },
      }),
    )
    const metrics = (alarm?.['Properties']?.Metrics ?? []) as { MetricStat?: { Metric: unknown } }[]
    const dimensions = metrics.flatMap(({ MetricStat }) => (MetricStat ? [MetricStat.Metric] : []))
    expect(dimensions).toHaveLength(2)
    const region = { Name: 'Region', Value: 'Global' }
    const site = expect.objectContaining({ Name: 'DistributionId' })
    for (const metric of dimensions)
      expect(metric).toMatchObject({ Namespace: 'AWS/CloudFront', Dimensions: [site, region] })
    const [board] = findProperties(product, 'AWS::CloudWatch::Dashboard')
    expect(toText(board?.['DashboardBody']).match(/"Region","Global"/g)).toHaveLength(2)
  })

  test('pages somebody when coaches cannot use the site', () => {
    const urgent = Object.entries(product.findResources('AWS::CloudWatch::Alarm')).filter(
      ([, { Properties }]) => toText(Properties.AlarmActions[0]).startsWith('<{Ref:Pages'),
    )
    expect(urgent.map(([id]) => id.replace(/[\dA-F]{8}$/, '')).toSorted()).toEqual([
      'BalancerFailures',
      'EdgeFailures',
      'NoCopyReady',
      'SiteUnreachable',
    ])
  })

  test('warns before the month costs more than the budget', () => {
    product.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: Match.objectLike({ BudgetLimit: { Amount: settings.monthlyDollars, Unit: 'USD' } }),
    })
  })
})

test('each alarm links to a heading of the runbook', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8')
  const headings = new Set(
    [...runbook.matchAll(/^## (.*)$/gm)].map(([, title = '']) =>
      title.toLowerCase().replaceAll(' ', '-').replaceAll("'", ''),
    ),
  )
  const led = [product, ...poolStacks.map(getTemplate)].flatMap((template) =>
    findProperties(template, 'AWS::CloudWatch::Alarm').map(({ AlarmDescription }) =>
      String(AlarmDescription),
    ),
  )
  expect(led.filter((text) => !/^\w.{20,}\. See docs\/runbook\.md#[\w-]+$/.test(text))).toEqual([])
  expect(led.filter((text) => !headings.has(text.split('#')[1] ?? ''))).toEqual([])
})

test.each([
  ['BackupFailed', { MetricName: 'NumberOfBackupJobsFailed', TreatMissingData: 'notBreaching' }],
  ['BackupMissing', { MetricName: 'NumberOfBackupJobsCompleted', TreatMissingData: 'breaching' }],
  ['CertificateEnds', { MetricName: 'DaysToExpiry', Threshold: 21, ComparisonOperator: 'LessThanThreshold' }],
  // Two releases of twelve tasks with ten connections each, and fifty for operators.
  ['DatabaseConnections', { MetricName: 'DatabaseConnections', Threshold: 290 }],
  ['ErrorsLogged', { MetricName: 'Errors', Period: 300, Threshold: 5 }],
])('alarm %s looks at %j', (name, properties) => {
  const found = Object.entries(product.findResources('AWS::CloudWatch::Alarm', { Properties: properties }))
  expect(found.map(([id]) => id.startsWith(name))).toEqual([true])
})

test('does not raise an alarm for a single failed edge request in a quiet night', () => {
  product.hasResourceProperties('AWS::CloudWatch::Alarm', {
    Threshold: 5,
    EvaluationPeriods: 1,
    Metrics: Match.arrayWith([
      Match.objectLike({ Expression: '(rate - 5) / 100 * requests' }),
      Match.objectLike({
        Id: 'requests',
        MetricStat: Match.objectLike({
          Metric: Match.objectLike({ MetricName: 'Requests' }),
          Stat: 'Sum',
          Period: 300,
        }),
      }),
    ]),
  })
})

test('counts errors by their field in the log', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => lines.push(line), now: () => new Date() })
  log.error('request failed', new Error('x'))
  const filters = findProperties(product, 'AWS::Logs::MetricFilter').map(({ FilterPattern }) => FilterPattern)
  expect(filters).toContain('{ $.level = "error" }')
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'error' })
})

test('the log has what the runbook searches for: calls by customer and by request', async () => {
  const level = v.parse(v.picklist(logLevels), createServerEnvironment(settings, deployed)['LOG_LEVEL'])
  const lines: string[] = []
  const log = createLog({ level, write: (line) => lines.push(line), now: () => new Date() })
  const app = new Hono<AppEnv>()
  app.use(logRequests({ log, newId: () => 'request-of-coach', now: () => 0 }))
  await app.request('/api/programme')
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
    expect.objectContaining({ message: 'request', requestId: 'request-of-coach' }),
  ])
})

describe('Prometheus', () => {
  const rules = parse(readFileSync('deploy/observe/alerts.yaml', 'utf8')) as {
    groups: { rules: { alert: string; expr: string; labels: { severity: string } }[] }[]
  }

  test('has the rules of deploy/observe', () => {
    const [loaded] = findProperties(product, 'AWS::APS::RuleGroupsNamespace')
    expect(parse(String(loaded?.['Data']))).toEqual(rules)
    expect(rules.groups[0]?.rules.length).toBeGreaterThan(9)
  })

  test('sends alerts to the targets of the alarms, and has the permission', () => {
    const [workspace] = findProperties(product, 'AWS::APS::Workspace')
    const { alertmanager_config: inner } = parse(toText(workspace?.['AlertManagerDefinition'])) as {
      alertmanager_config: string
    }
    const { route, receivers } = parse(inner) as {
      route: { receiver: string; routes: { receiver: string; matchers: string[] }[] }
      receivers: { name: string; sns_configs: { topic_arn: string; sigv4: object }[] }[]
    }
    const findTopic = (receiver: string) => receivers.find(({ name }) => name === receiver)?.sns_configs[0]
    expect(findTopic(route.receiver)?.topic_arn).toMatch(/^<\{Ref:Alarms/)
    expect(findTopic(route.receiver)?.sigv4).toEqual({ region: 'us-east-1' })
    const [urgent] = route.routes
    expect(urgent?.matchers).toEqual(['severity="page"'])
    expect(findTopic(urgent?.receiver ?? '')?.topic_arn).toMatch(/^<\{Ref:Pages/)
    expect(rules.groups[0]?.rules.filter(({ labels }) => labels.severity === 'page').length).toBeGreaterThan(
      0,
    )
    const itself = { Principal: { Service: 'aps.amazonaws.com' } }
    product.hasResourceProperties('AWS::SNS::TopicPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ ...itself, Action: ['sns:Publish', 'sns:GetTopicAttributes'] }),
        ]),
      },
    })
    product.hasResourceProperties('AWS::KMS::Key', {
      KeyPolicy: { Statement: Match.arrayWith([Match.objectLike(itself)]) },
    })
  })

  const config = collectorConfig as {
    receivers: { prometheus: { config: { scrape_configs: Record<string, unknown>[] } } }
    processors: { resource: { attributes: unknown[] } }
    exporters: Record<string, { endpoint: string }>
    service: { pipelines: { metrics: Record<string, string[]> } }
  }

  test('receives metrics from a collector in each task, whose end does not stop the task', () => {
    const port = createServerEnvironment(settings, deployed)['METRICS_PORT']
    const [job] = config.receivers.prometheus.config.scrape_configs
    expect(job).toMatchObject({ static_configs: [{ targets: [`localhost:${port}`] }] })
    expect(rules.groups[0]?.rules.map(({ expr }) => expr).join()).toContain(
      `job="${String(job?.['job_name'])}"`,
    )
    expect(config.exporters['prometheusremotewrite']?.endpoint).toMatch(/>api\/v1\/remote_write$/)
    expect(collector).toMatchObject({ Essential: false, RestartPolicy: { Enabled: true } })
    product.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Action: 'aps:RemoteWrite', Resource: Match.not('*') }),
        ]),
      },
      Roles: [{ Ref: Match.stringLikeRegexp('^ServerTaskRole') }],
    })
  })

  test('distinguishes the tasks, although each collector reads "localhost"', () => {
    expect(config.processors.resource.attributes).toEqual([
      { key: 'service.instance.id', action: 'upsert', from_attribute: 'aws.ecs.task.arn' },
    ])
    expect(config.service.pipelines.metrics['processors']).toEqual(['resourcedetection', 'resource'])
  })
})
