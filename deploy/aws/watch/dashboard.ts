import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import type { WatchedResources } from './alarm-rules.ts'
import { distributionDimensions, ownNamespace, shownMetrics } from './shown-metrics.ts'

const period = Duration.minutes(5)
const sum = { period, statistic: 'Sum' }
const maximum = { period, statistic: 'Maximum' }

const graph = (title: string, left: cloudwatch.IMetric[], right: cloudwatch.IMetric[] = []) =>
  new cloudwatch.GraphWidget({
    title,
    left,
    right,
    width: 8,
    height: 6,
    leftYAxis: { min: 0 },
    rightYAxis: { min: 0 },
  })

/** A metric that is counted from a log. */
const logMetric = (metricName: string, label: string) =>
  new cloudwatch.Metric({ namespace: ownNamespace, metricName, label, ...sum })

/** A metric with one line for each value of its label. */
const byLabel = (metricName: keyof typeof shownMetrics) =>
  new cloudwatch.SearchExpression({
    expression: `SEARCH('{${ownNamespace},${shownMetrics[metricName]}} MetricName="${metricName}"', 'Sum', ${period.toSeconds()})`,
    label: '',
    period,
  })

const requests = ({ distribution, targets }: WatchedResources) => {
  const ofStatus = (label: string, code: balancing.HttpCodeTarget) =>
    targets.metrics.httpCodeTarget(code, { ...sum, label })
  const time = (statistic: string) =>
    targets.metrics.targetResponseTime({ period, statistic, label: statistic })
  return [
    graph('Requests by status', [
      ofStatus('2xx', balancing.HttpCodeTarget.TARGET_2XX_COUNT),
      ofStatus('3xx', balancing.HttpCodeTarget.TARGET_3XX_COUNT),
      ofStatus('4xx', balancing.HttpCodeTarget.TARGET_4XX_COUNT),
      ofStatus('5xx', balancing.HttpCodeTarget.TARGET_5XX_COUNT),
    ]),
    graph('Time to respond, s', ['p50', 'p95', 'p99'].map(time)),
    graph(
      'At the site’s address',
      [distribution.metricRequests({ ...sum, ...distributionDimensions(distribution), label: 'requests' })],
      [
        distribution.metric5xxErrorRate({
          period,
          ...distributionDimensions(distribution),
          label: 'failed, %',
        }),
      ],
    ),
  ]
}

const work = () => [
  graph('Deliveries by outcome', [byLabel('product_deliveries_total')]),
  graph('Sign-ins by outcome', [byLabel('product_sign_ins_total')]),
  graph('In the logs', [
    logMetric('Errors', 'errors of the copies'),
    logMetric('BlockedCalls', 'calls blocked by rules of AWS'),
  ]),
]

const machines = ({ database, targets, service }: WatchedResources) => [
  graph(
    'Database',
    [database.metricACUUtilization({ ...maximum, label: 'capacity in use, %' })],
    [database.metricDatabaseConnections({ ...maximum, label: 'connections' })],
  ),
  graph('Time to commit, ms', [database.metric('CommitLatency', { period, statistic: 'Average' })]),
  graph(
    'Copies',
    [
      targets.metrics.healthyHostCount({ period, statistic: 'Minimum', label: 'ready' }),
      targets.metrics.unhealthyHostCount({ ...maximum, label: 'not ready' }),
    ],
    [
      service.metricCpuUtilization({ ...maximum, label: 'processor, %' }),
      service.metricMemoryUtilization({ ...maximum, label: 'memory, %' }),
    ],
  ),
]

/**
 * The first dashboard in an incident, which needs no set-up. Grafana shows more details
 * (`deploy/observe/dashboard.json`).
 */
export const createDashboard = (
  stack: Stack,
  watched: WatchedResources,
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
      requests(watched),
      work(),
      machines(watched),
    ],
  })
  new CfnOutput(stack, 'DashboardUrl', {
    value: `https://${stack.region}.console.aws.amazon.com/cloudwatch/home?region=${stack.region}#dashboards/dashboard/${dashboardName}`,
  })
}
