import { Duration, type Stack } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import * as logs from 'aws-cdk-lib/aws-logs'
import * as route53 from 'aws-cdk-lib/aws-route53'
import type { Settings } from '../settings.ts'
import { formatBucketName } from '../storage.ts'
import type { Rule } from './rule.ts'
import { ownNamespace } from './shown-metrics.ts'

/**
 * Part of the response of `/healthz`. A response without this text does not come from our server, whatever
 * its status.
 */
export const aliveText = '"status":"alive"'

/** Checks the site as phones reach it: from several continents, by name, over TLS, through the firewall. */
const createHealthMetric = (stack: Stack, { domain }: Settings) => {
  const { healthCheckId } = new route53.HealthCheck(stack, 'SiteHealth', {
    type: route53.HealthCheckType.HTTPS_STR_MATCH,
    fqdn: domain,
    resourcePath: '/healthz',
    searchString: aliveText,
    failureThreshold: 3,
  })
  return new cloudwatch.Metric({
    namespace: 'AWS/Route53',
    metricName: 'HealthCheckStatus',
    dimensionsMap: { HealthCheckId: healthCheckId },
    period: Duration.minutes(1),
    statistic: 'Minimum',
  })
}

/** Creates a metric of SES. It is of the whole AWS account, because SES does not distinguish senders. */
const createMailMetric = (metricName: string, statistic: 'Sum' | 'Maximum') =>
  new cloudwatch.Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic })

/**
 * Counts calls that a rule group of AWS blocked. Calls that our rate limits block are not counted.
 */
const createBlockedCallsMetric = (firewallLog: logs.LogGroup) =>
  firewallLog
    .addMetricFilter('BlockedCalls', {
      filterPattern: logs.FilterPattern.all(
        logs.FilterPattern.stringValue('$.terminatingRuleType', '=', 'MANAGED_RULE_GROUP'),
        logs.FilterPattern.stringValue('$.httpRequest.uri', '=', '/api/*'),
      ),
      metricNamespace: ownNamespace,
      metricName: 'BlockedCalls',
    })
    .metric({ period: Duration.minutes(15), statistic: 'Sum' })

/**
 * Measures how much the files grew since the day before, in GB. S3 measures the bucket once a day, including
 * old versions and unfinished uploads.
 */
const createGrowthMetric = (settings: Settings) =>
  new cloudwatch.MathExpression({
    expression: 'DIFF(stored) / 1000000000',
    usingMetrics: {
      stored: new cloudwatch.Metric({
        namespace: 'AWS/S3',
        metricName: 'BucketSizeBytes',
        dimensionsMap: { BucketName: formatBucketName(settings), StorageType: 'StandardStorage' },
        statistic: 'Average',
      }),
    },
    period: Duration.days(1),
  })

/** Returns rules for failures outside the server, which its own log and metrics do not show. */
export const createExternalRules = (
  stack: Stack,
  { settings, firewallLog }: { settings: Settings; firewallLog: logs.LogGroup },
): Record<string, Rule> => ({
  SiteUnreachable: {
    metric: createHealthMetric(stack, settings),
    threshold: 1,
    periods: 3,
    isMinimum: true,
    isMissingDataWrong: true,
    isUrgent: true,
    description: 'The site does not respond at its address. The app works offline only.',
    runbook: 'the-site-cannot-be-reached',
  },
  MailsSent: {
    metric: createMailMetric('Send', 'Sum'),
    threshold: settings.mailsAnHour,
    periods: 1,
    description:
      'More codes were sent in an hour than coaches need. A script may be signing up and using up the quota.',
    runbook: 'codes-do-not-arrive',
  },
  // At the thresholds of the next two rules, SES puts the account under review. At 0.1 and 0.005 it may stop
  // sending.
  MailBounces: {
    metric: createMailMetric('Reputation.BounceRate', 'Maximum'),
    threshold: 0.05,
    periods: 1,
    isThresholdWrong: true,
    isSparse: true,
    description: '5 % of the codes go to addresses that do not exist. SES may stop sending codes.',
    runbook: 'codes-do-not-arrive',
  },
  MailComplaints: {
    metric: createMailMetric('Reputation.ComplaintRate', 'Maximum'),
    threshold: 0.001,
    periods: 1,
    isThresholdWrong: true,
    isSparse: true,
    description: '0.1 % of the codes were reported as spam. SES may stop sending codes.',
    runbook: 'codes-do-not-arrive',
  },
  StorageGrows: {
    metric: createGrowthMetric(settings),
    threshold: settings.gigabytesADay,
    periods: 1,
    isSparse: true,
    description: 'The bucket grows faster than coaches usually upload. Somebody may be filling it.',
    runbook: 'somebody-fills-the-bucket',
  },
  FirewallBlocks: {
    metric: createBlockedCallsMetric(firewallLog),
    threshold: 20,
    periods: 1,
    description:
      'AWS rules of the firewall block calls. If coaches sent them, their entries wait on the phones.',
    runbook: 'the-firewall-blocks-calls',
  },
})
