import { readFileSync } from 'node:fs'
import { CfnOutput, Duration, type Stack } from 'aws-cdk-lib'
import * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import * as iam from 'aws-cdk-lib/aws-iam'
import * as lambda from 'aws-cdk-lib/aws-lambda'
import * as logs from 'aws-cdk-lib/aws-logs'
import { LambdaDestination } from 'aws-cdk-lib/aws-logs-destinations'
import { logRetention } from '../server.ts'
import type { Rule } from '../monitoring/rule.ts'

/**
 * The log messages that a restore needs: of erasures, sign-outs, ended sign-ins and roles. The message of a start is
 * included because `after-restore` rejects a log without any line of the server, even if nobody was erased.
 */
const forwardedMessages = [
  'account erased',
  'signed out everywhere',
  'sign-in ended on another device',
  'role given',
  'Breaking Barriers is ready',
]

/** A CloudWatch filter pattern for lines with one of these messages. `?` means "or". */
export const erasurePattern = forwardedMessages.map((message) => `?"${message}"`).join(' ')

const filterName = 'erasures'

const fiveMinuteSum = { period: Duration.minutes(5), statistic: 'Sum' }

/**
 * Returns a rule that counts failures of the forwarder, the function that writes the log of erasures. If the
 * forwarder fails, CloudWatch does not send the lines again, so they are missing from the log of erasures and from
 * its copies.
 */
const createNotForwardedRule = (forwarder: lambda.Function, log: logs.LogGroup): Rule => ({
  metric: new cloudwatch.MathExpression({
    expression: 'FILL(failed, 0) + FILL(refused, 0)',
    usingMetrics: {
      failed: forwarder.metricErrors(fiveMinuteSum),
      refused: new cloudwatch.Metric({
        namespace: 'AWS/Logs',
        metricName: 'DeliveryErrors',
        dimensionsMap: {
          LogGroupName: log.logGroupName,
          DestinationType: 'Lambda',
          FilterName: filterName,
        },
        ...fiveMinuteSum,
      }),
    },
    period: fiveMinuteSum.period,
  }),
  threshold: 0,
  periods: 1,
  description: 'The log of erasures, which a restore reads, may lack a line.',
  runbook: 'the-log-of-erasures-has-a-gap',
})

/**
 * Creates the *log of erasures*, which contains only those lines of the server's log that a restore needs. The
 * hourly copy and a restore can thus skip the lines of all requests. CloudWatch sends each such line to a function,
 * the *forwarder*, whose output is the new log.
 */
export const createErasureLog = (stack: Stack, log: logs.LogGroup) => {
  const erasureLog = new logs.LogGroup(stack, 'ErasureLog', { retention: logRetention })
  const role = new iam.Role(stack, 'ErasurePickerRole', {
    assumedBy: new iam.ServicePrincipal('lambda.amazonaws.com'),
  })
  erasureLog.grantWrite(role)
  const forwarder = new lambda.Function(stack, 'ErasurePicker', {
    runtime: lambda.Runtime.NODEJS_24_X,
    handler: 'index.handler',
    code: lambda.Code.fromInline(readFileSync(new URL('forward-log-lines.cjs', import.meta.url), 'utf8')),
    role,
    logGroup: erasureLog,
    timeout: Duration.seconds(30),
  })
  log.addSubscriptionFilter('Erasures', {
    filterName,
    filterPattern: logs.FilterPattern.literal(erasurePattern),
    destination: new LambdaDestination(forwarder),
  })
  new CfnOutput(stack, 'ErasureLogGroup', { value: erasureLog.logGroupName })
  return { erasureLog, rules: { ErasuresNotPicked: createNotForwardedRule(forwarder, log) } }
}
