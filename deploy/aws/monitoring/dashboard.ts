import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import type { MonitoredResources } from './alarm-rules.ts'
import { createDistributionDimensions, ownNamespace, shownMetrics } from './shown-metrics.ts'

const period = Duration.minutes(5)
const sumOptions = { period, statistic: 'Sum' }
const maximumOptions = { period, statistic: 'Maximum' }

const createGraph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
  new cloudwatch.GraphWidget({
    title,
    left,
    right,
    width: 8,
    height: 6,
    leftYAxis: { min: 0 },
    rightYAxis: { min: 0 },
  })

/** Creates a metric that CloudWatch counts from log lines. */
const createLogMetric = (metricName: string, label: string) =>
  new cloudwatch.Metric({ namespace: ownNamespace, metricName, label, ...sumOptions })

/**
 * Creates a search for all series of a metric, so that a graph shows one line for each value of its label.
 */
const searchByLabel = (metricName: keyof typeof shownMetrics) =>
  new cloudwatch.SearchExpression({
    expression: `SEARCH('{${ownNamespace},${shownMetrics[metricName]}} MetricName="${metricName}"', 'Sum', ${period.toSeconds()})`,
    label: '',
    period,
  })

const createRequestGraphs = ({ distribution, targets }: MonitoredResources) => {
  const countStatus = (label: string, code: balancing.HttpCodeTarget) =>
    targets.metrics.httpCodeTarget(code, { ...sumOptions, label })
  const createTimeMetric = (statistic: string) =>
    targets.metrics.targetResponseTime({ period, statistic, label: statistic })
  return [
    createGraph('Requests by status', [
      countStatus('2xx', balancing.HttpCodeTarget.TARGET_2XX_COUNT),
      countStatus('3xx', balancing.HttpCodeTarget.TARGET_3XX_COUNT),
      countStatus('4xx', balancing.HttpCodeTarget.TARGET_4XX_COUNT),
      countStatus('5xx', balancing.HttpCodeTarget.TARGET_5XX_COUNT),
    ]),
    createGraph('Time to respond, s', ['p50', 'p95', 'p99'].map(createTimeMetric)),
    createGraph(
      'At the site’s address',
      [
        distribution.metricRequests({
          ...sumOptions,
          ...createDistributionDimensions(distribution),
          label: 'requests',
        }),
      ],
      [
        distribution.metric5xxErrorRate({
          period,
          ...createDistributionDimensions(distribution),
          label: 'failed, %',
        }),
      ],
    ),
  ]
}

const createWorkGraphs = () => [
  createGraph('Deliveries by outcome', [searchByLabel('product_deliveries_total')]),
  createGraph('Sign-ins by outcome', [searchByLabel('product_sign_ins_total')]),
  createGraph('In the logs', [
    createLogMetric('Errors', 'errors of the tasks'),
    createLogMetric('BlockedCalls', 'calls blocked by rules of AWS'),
  ]),
]

const createMachineGraphs = ({ database, targets, service }: MonitoredResources) => [
  createGraph(
    'Database',
    [database.metricACUUtilization({ ...maximumOptions, label: 'capacity in use, %' })],
    [database.metricDatabaseConnections({ ...maximumOptions, label: 'connections' })],
  ),
  createGraph('Time to commit, ms', [database.metric('CommitLatency', { period, statistic: 'Average' })]),
  createGraph(
    'Tasks',
    [
      targets.metrics.healthyHostCount({ period, statistic: 'Minimum', label: 'ready' }),
      targets.metrics.unhealthyHostCount({ ...maximumOptions, label: 'not ready' }),
    ],
    [
      service.metricCpuUtilization({ ...maximumOptions, label: 'processor, %' }),
      service.metricMemoryUtilization({ ...maximumOptions, label: 'memory, %' }),
    ],
  ),
]

/**
 * Creates the dashboard to open first in an incident: it works without any set-up. Grafana shows more details
 * (`deploy/observe/dashboard.json`).
 */
export const createDashboard = (
  stack: Stack,
  monitored: MonitoredResources,
  { alarms, poolAlarms }: { alarms: cloudwatch.Alarm[]; poolAlarms: readonly string[] },
) => {
  const alarmsOfPools = poolAlarms.map((arn, index) =>
    cloudwatch.Alarm.fromAlarmArn(stack, `PoolAlarm${index}`, arn),
  )
  const { dashboardName } = new cloudwatch.Dashboard(stack, 'Dashboard', {
    defaultInterval: Duration.hours(6),
    widgets: [
      [new cloudwatch.AlarmStatusWidget({ title: 'Alarms', alarms, width: 24, height: 5 })],
      [
        new cloudwatch.AlarmStatusWidget({
          title: 'Alarms of the user pools',
          alarms: alarmsOfPools,
          width: 24,
          height: 3,
        }),
      ],
      createRequestGraphs(monitored),
      createWorkGraphs(),
      createMachineGraphs(monitored),
    ],
  })
  new CfnOutput(stack, 'DashboardUrl', {
    value: `https://${stack.region}.console.aws.amazon.com/cloudwatch/home?region=${stack.region}#dashboards/dashboard/${dashboardName}`,
  })
}
