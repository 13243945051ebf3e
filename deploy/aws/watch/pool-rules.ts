import { Duration } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import type * as cognito from 'aws-cdk-lib/aws-cognito'
import type { Rule } from './rule.ts'

export type Pool = { pool: cognito.UserPool; client: cognito.UserPoolClient }

/** Nobody signs in at a pool by another provider, so there are no throttled federations. */
const throttles = ['SignInThrottles', 'SignUpThrottles', 'TokenRefreshThrottles']

type Term = { id: string; metric: cloudwatch.Metric }

/** What the pools of a region counted, each by a name that begins as CloudWatch wants it. */
const count = (pools: readonly Pool[], metricName: string, statistic: 'Sum' | 'SampleCount'): Term[] =>
  pools.map(({ pool, client }, place) => ({
    id: `of${metricName}${statistic}${place}`,
    metric: new cloudwatch.Metric({
      namespace: 'AWS/Cognito',
      metricName,
      dimensionsMap: { UserPool: pool.userPoolId, UserPoolClient: client.userPoolClientId },
      statistic,
    }),
  }))

/** A pool tells nothing of what did not happen. */
const add = (terms: readonly Term[]) => terms.map(({ id }) => `FILL(${id}, 0)`).join(' + ')

const compute = (expression: string, terms: readonly Term[], period: Duration) =>
  new cloudwatch.MathExpression({
    expression,
    usingMetrics: Object.fromEntries(terms.map(({ id, metric }) => [id, metric])),
    period,
  })

const throttled = (pools: readonly Pool[]) => {
  const terms = throttles.flatMap((metricName) => count(pools, metricName, 'Sum'))
  return compute(add(terms), terms, Duration.minutes(5))
}

/** How many more failed than succeeded: each counts in the samples, and a success also in the sum. */
const failuresBeyondSuccesses = (pools: readonly Pool[], metricName: string) => {
  const [all, successes] = [count(pools, metricName, 'SampleCount'), count(pools, metricName, 'Sum')]
  return compute(`${add(all)} - 2 * (${add(successes)})`, [...all, ...successes], Duration.minutes(15))
}

/** What coaches meet at the user pools of a region, of which the server knows nothing. */
export const poolRules = (pools: readonly Pool[]): Record<string, Rule> => {
  const runbook = 'a-user-pool-refuses-coaches'
  const failing = { threshold: 20, periods: 2, runbook }
  return {
    PoolThrottles: {
      metric: throttled(pools),
      threshold: 10,
      periods: 1,
      says: 'More coaches want to sign in than AWS allows the account: they read that it is busy.',
      runbook,
    },
    SignInsFail: {
      ...failing,
      metric: failuresBeyondSuccesses(pools, 'SignInSuccesses'),
      says: 'More sign-ins at the user pools fail than succeed.',
    },
    SignUpsFail: {
      ...failing,
      metric: failuresBeyondSuccesses(pools, 'SignUpSuccesses'),
      says: 'More sign-ups at the user pools fail than succeed, such as where no code can be sent.',
    },
  }
}
