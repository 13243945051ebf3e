import { Duration, type Stack } from 'aws-cdk-lib'
import * as budgets from 'aws-cdk-lib/aws-budgets'
import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type * as ecs from 'aws-cdk-lib/aws-ecs'
import * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import * as iam from 'aws-cdk-lib/aws-iam'
import * as kms from 'aws-cdk-lib/aws-kms'
import type * as rds from 'aws-cdk-lib/aws-rds'
import * as sns from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Settings } from './settings.ts'

const createTopic = (stack: Stack, settings: Settings) => {
  const watch = new iam.ServicePrincipal('cloudwatch.amazonaws.com')
  const key = new kms.Key(stack, 'AlarmKey', { enableKeyRotation: true })
  key.grantEncryptDecrypt(watch)
  const topic = new sns.Topic(stack, 'Alarms', { masterKey: key, enforceSSL: true })
  topic.grantPublish(watch)
  topic.addSubscription(new EmailSubscription(settings.alarmEmail))
  return topic
}

type Watched = {
  settings: Settings
  service: ecs.FargateService
  balancer: balancing.ApplicationLoadBalancer
  targets: balancing.ApplicationTargetGroup
  database: rds.DatabaseCluster
  distribution: cloudfront.Distribution
}

type Rule = {
  metric: cloudwatch.Metric | cloudwatch.MathExpression
  threshold: number
  /** minutes, of which each must be over the threshold */
  minutes: number
  says: string
  isLow?: true
}

const minute = { period: Duration.minutes(1) }

/** What somebody must look at, by name; each sentence says what a coach notices. */
const alarmRules = ({
  settings,
  service,
  balancer,
  targets,
  database,
  distribution,
}: Watched): Record<string, Rule> => ({
  NoCopyReady: {
    metric: targets.metrics.healthyHostCount({ ...minute, statistic: 'Minimum' }),
    threshold: settings.copies.least,
    minutes: 5,
    isLow: true,
    says: 'Fewer copies are ready than must be: requests are slower, or fail.',
  },
  Failures: {
    metric: targets.metrics.httpCodeTarget(balancing.HttpCodeTarget.TARGET_5XX_COUNT, {
      ...minute,
      statistic: 'Sum',
    }),
    threshold: 20,
    minutes: 3,
    says: 'The server fails: entries stay on the phones and are sent again.',
  },
  BalancerFailures: {
    metric: balancer.metrics.httpCodeElb(balancing.HttpCodeElb.ELB_5XX_COUNT, {
      ...minute,
      statistic: 'Sum',
    }),
    threshold: 20,
    minutes: 3,
    says: 'No copy responds: the app works offline only.',
  },
  Slow: {
    metric: targets.metrics.targetResponseTime({ ...minute, statistic: 'p99' }),
    threshold: 5,
    minutes: 5,
    says: 'One response in a hundred takes longer than 5 s; the app gives up after 30.',
  },
  ServerBusy: {
    metric: service.metricCpuUtilization(minute),
    threshold: 85,
    minutes: 10,
    says: 'The copies are busy although more were started: raise `copies.most`.',
  },
  ServerMemory: {
    metric: service.metricMemoryUtilization(minute),
    threshold: 85,
    minutes: 10,
    says: 'A copy may run out of memory and be started again.',
  },
  DatabaseBusy: {
    metric: database.metricACUUtilization(minute),
    threshold: 90,
    minutes: 10,
    says: 'The database has nearly all that it may get: raise `serverlessV2MaxCapacity`.',
  },
  DatabaseConnections: {
    metric: database.metricDatabaseConnections({ ...minute, statistic: 'Maximum' }),
    threshold: 500,
    minutes: 5,
    says: 'Each copy takes ten connections at most: somebody else is connected, or too many copies run.',
  },
  EdgeFailures: {
    metric: distribution.metric5xxErrorRate({ period: Duration.minutes(1) }),
    threshold: 5,
    minutes: 5,
    says: 'Five of a hundred requests fail at the site’s address.',
  },
})

const createBudget = (stack: Stack, { monthlyDollars, alarmEmail }: Settings) => {
  const warn = (notificationType: string, threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  })
  new budgets.CfnBudget(stack, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyDollars, unit: 'USD' },
    },
    notificationsWithSubscribers: [warn('ACTUAL', 80), warn('ACTUAL', 100), warn('FORECASTED', 100)],
  })
}

/** Alarms and the budget, by email. */
export const createWatch = (stack: Stack, watched: Watched) => {
  const action = new SnsAction(createTopic(stack, watched.settings))
  for (const [name, { metric, threshold, minutes, says, isLow }] of Object.entries(alarmRules(watched))) {
    const alarm = metric.createAlarm(stack, name, {
      alarmDescription: says,
      threshold,
      evaluationPeriods: minutes,
      comparisonOperator: isLow
        ? cloudwatch.ComparisonOperator.LESS_THAN_THRESHOLD
        : cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,
      treatMissingData: isLow
        ? cloudwatch.TreatMissingData.BREACHING
        : cloudwatch.TreatMissingData.NOT_BREACHING,
    })
    alarm.addAlarmAction(action)
    alarm.addOkAction(action)
  }
  createBudget(stack, watched.settings)
}
