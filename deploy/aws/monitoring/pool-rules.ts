import { Duration } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import type * as cognito from 'aws-cdk-lib/aws-cognito'
import type { Rule } from './rule.ts'

export type Pool = { pool: cognito.UserPool; client: cognito.UserPoolClient }

/**
 * The metrics of throttled calls. The metric of federated sign-ins is left out: it exists once for each provider
 * of an organisation, and CloudWatch accepts ten metrics in an alarm.
 */
const throttleMetricNames = ['SignInThrottles', 'SignUpThrottles', 'TokenRefreshThrottles']

/** A metric, with the id that an expression uses for it. */
type Term = { id: string; metric: cloudwatch.Metric }

/**
 * Creates a metric for each pool of a region, as terms of an expression. Each id begins with a lower-case
 * letter, as CloudWatch requires.
 */
const createMetrics = (
  pools: readonly Pool[],
  metricName: string,
  statistic: 'Sum' | 'SampleCount',
): Term[] =>
  pools.map(({ pool, client }, index) => ({
    id: `of${metricName}${statistic}${index}`,
    metric: new cloudwatch.Metric({
      namespace: 'AWS/Cognito',
      metricName,
      dimensionsMap: { UserPool: pool.userPoolId, UserPoolClient: client.userPoolClientId },
      statistic,
    }),
  }))

/** Writes the sum of terms. Fills gaps with 0, because a pool reports no data if nothing happened. */
const formatSum = (terms: readonly Term[]) => terms.map(({ id }) => `FILL(${id}, 0)`).join(' + ')

const createExpression = (expression: string, terms: readonly Term[], period: Duration) =>
  new cloudwatch.MathExpression({
    expression,
    usingMetrics: Object.fromEntries(terms.map(({ id, metric }) => [id, metric])),
    period,
  })

const createThrottlesMetric = (pools: readonly Pool[]) => {
  const terms = throttleMetricNames.flatMap((metricName) => createMetrics(pools, metricName, 'Sum'))
  return createExpression(formatSum(terms), terms, Duration.minutes(5))
}

/**
 * Creates a metric of how many more attempts failed than succeeded: attempts - 2 * successes. CloudWatch
 * counts each attempt as a sample, and each success adds 1 to the sum.
 */
const createFailuresMetric = (pools: readonly Pool[], metricName: string) => {
  const [attempts, successes] = [
    createMetrics(pools, metricName, 'SampleCount'),
    createMetrics(pools, metricName, 'Sum'),
  ]
  return createExpression(
    `${formatSum(attempts)} - 2 * (${formatSum(successes)})`,
    [...attempts, ...successes],
    Duration.minutes(15),
  )
}

/** Returns rules for failures at the user pools of a region, which the server does not see. */
export const createPoolRules = (pools: readonly Pool[]): Record<string, Rule> => {
  const runbook = 'a-user-pool-refuses-coaches'
  const failureRule = { threshold: 20, periods: 2, runbook }
  return {
    PoolThrottles: {
      metric: createThrottlesMetric(pools),
      threshold: 10,
      periods: 1,
      description: 'Cognito throttles sign-ins: coaches see that the service is busy.',
      runbook,
    },
    SignInsFail: {
      ...failureRule,
      metric: createFailuresMetric(pools, 'SignInSuccesses'),
      description: 'More sign-ins at the user pools fail than succeed.',
    },
    SignUpsFail: {
      ...failureRule,
      metric: createFailuresMetric(pools, 'SignUpSuccesses'),
      description: 'More sign-ups at the user pools fail than succeed. Perhaps no code can be sent.',
    },
  }
}
