import { Duration } from 'aws-cdk-lib'
import type * as backup from 'aws-cdk-lib/aws-backup'
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import type * as ecs from 'aws-cdk-lib/aws-ecs'
import * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import * as logs from 'aws-cdk-lib/aws-logs'
import type * as rds from 'aws-cdk-lib/aws-rds'
import { countConnections, type Settings } from '../settings.ts'
import type { Rule } from './rule.ts'
import { createDistributionDimensions, ownNamespace } from './shown-metrics.ts'

export type MonitoredResources = {
  settings: Settings
  service: ecs.FargateService
  balancer: balancing.ApplicationLoadBalancer
  /** The tasks behind the load balancer. */
  targets: balancing.ApplicationTargetGroup
  database: rds.DatabaseCluster
  distribution: cloudfront.Distribution
  /** The log of the tasks. */
  log: logs.LogGroup
  /** Where AWS Backup stores the daily backups of the database. */
  vault: backup.BackupVault
}

/**
 * The connections that operators and the command after a restore may need, in addition to those of the tasks.
 */
const operatorConnections = 50

const perMinute = { period: Duration.minutes(1) }

const dailySum = { period: Duration.days(1), statistic: 'Sum' }

/** Counts the log lines of all tasks with the level `error`. */
const countErrors = (log: logs.LogGroup) =>
  log
    .addMetricFilter('Errors', {
      filterPattern: logs.FilterPattern.stringValue('$.level', '=', 'error'),
      metricNamespace: ownNamespace,
      metricName: 'Errors',
    })
    .metric({ period: Duration.minutes(5), statistic: 'Sum' })

/**
 * Counts how many more requests failed than `percent` of all requests. A rule on the percentage alone would
 * raise an alarm for a single failure in a quiet night.
 */
const countFailuresBeyond = (percent: number, distribution: cloudfront.Distribution) =>
  new cloudwatch.MathExpression({
    expression: `(rate - ${percent}) / 100 * requests`,
    usingMetrics: {
      rate: distribution.metric5xxErrorRate(createDistributionDimensions(distribution)),
      requests: distribution.metricRequests(createDistributionDimensions(distribution)),
    },
    period: Duration.minutes(5),
  })

const createBackupJobsMetric = (vault: backup.BackupVault, metricName: string) =>
  new cloudwatch.Metric({
    namespace: 'AWS/Backup',
    metricName,
    dimensionsMap: { BackupVaultName: vault.backupVaultName },
    ...dailySum,
  })

/**
 * Returns the rules for the product's own servers, its database and its certificate, by name. In names, a
 * *copy* is a task of the server.
 */
export const createAlarmRules = ({
  settings,
  service,
  balancer,
  targets,
  database,
  distribution,
  log,
  vault,
}: MonitoredResources): Record<string, Rule> => ({
  NoCopyReady: {
    metric: targets.metrics.healthyHostCount({ ...perMinute, statistic: 'Minimum' }),
    threshold: settings.copies.least,
    periods: 5,
    isMinimum: true,
    isMissingDataWrong: true,
    isUrgent: true,
    description: 'Fewer tasks are ready than the minimum: requests are slow or fail.',
    runbook: 'a-bad-release',
  },
  Failures: {
    metric: targets.metrics.httpCodeTarget(balancing.HttpCodeTarget.TARGET_5XX_COUNT, {
      ...perMinute,
      statistic: 'Sum',
    }),
    threshold: 20,
    periods: 3,
    description: 'The server responds with errors. Phones keep their entries and send them again.',
    runbook: 'a-bad-release',
  },
  BalancerFailures: {
    metric: balancer.metrics.httpCodeElb(balancing.HttpCodeElb.ELB_5XX_COUNT, {
      ...perMinute,
      statistic: 'Sum',
    }),
    threshold: 20,
    periods: 3,
    isUrgent: true,
    description: 'No task responds. The app works offline only.',
    runbook: 'a-bad-release',
  },
  Slow: {
    metric: targets.metrics.targetResponseTime({ ...perMinute, statistic: 'p99' }),
    threshold: 5,
    periods: 5,
    description: 'One response in a hundred takes longer than 5 s. The app gives up after 30 s.',
    runbook: 'the-pool-of-connections-is-exhausted',
  },
  ServerBusy: {
    metric: service.metricCpuUtilization(perMinute),
    threshold: 85,
    periods: 10,
    description: 'The tasks are busy although more were started. Raise `copies.most`.',
    runbook: 'a-limit-of-the-stack-is-reached',
  },
  ServerMemory: {
    // An average would hide a single task with a leak.
    metric: service.metricMemoryUtilization({ ...perMinute, statistic: 'Maximum' }),
    threshold: 85,
    periods: 10,
    description: 'A task may run out of memory and restart.',
    runbook: 'a-limit-of-the-stack-is-reached',
  },
  DatabaseBusy: {
    metric: database.metricACUUtilization(perMinute),
    threshold: 90,
    periods: 10,
    description: 'The database has almost reached its maximum capacity. Raise `serverlessV2MaxCapacity`.',
    runbook: 'a-limit-of-the-stack-is-reached',
  },
  DatabaseConnections: {
    metric: database.metricDatabaseConnections({ ...perMinute, statistic: 'Maximum' }),
    threshold: countConnections(settings) + operatorConnections,
    periods: 5,
    description:
      'More connections than tasks of two releases need: another program is connected, or too many tasks run.',
    runbook: 'the-database-has-no-connection-left',
  },
  EdgeFailures: {
    metric: countFailuresBeyond(5, distribution),
    threshold: 5,
    periods: 1,
    isUrgent: true,
    description: 'More than 5 % of the requests to the site’s address fail.',
    runbook: 'a-bad-release',
  },
  ErrorsLogged: {
    metric: countErrors(log),
    threshold: 5,
    periods: 1,
    description: 'The server logs more than one error per minute.',
    runbook: 'the-log-has-errors',
  },
  BackupFailed: {
    metric: createBackupJobsMetric(vault, 'NumberOfBackupJobsFailed'),
    threshold: 0,
    periods: 1,
    description: 'The daily backup of the database failed.',
    runbook: 'a-backup-is-missing',
  },
  BackupMissing: {
    metric: createBackupJobsMetric(vault, 'NumberOfBackupJobsCompleted'),
    threshold: 1,
    periods: 2,
    isMinimum: true,
    isMissingDataWrong: true,
    description: 'The database was not backed up for two days.',
    runbook: 'a-backup-is-missing',
  },
  CertificateEnds: {
    metric: new cloudwatch.Metric({
      namespace: 'AWS/CertificateManager',
      metricName: 'DaysToExpiry',
      dimensionsMap: { CertificateArn: settings.certificateArn },
      ...dailySum,
      statistic: 'Minimum',
    }),
    threshold: 21,
    periods: 1,
    isMinimum: true,
    description:
      'The site’s certificate expires within three weeks. AWS should have renewed it sixty days before.',
    runbook: 'the-certificate-ends',
  },
})
