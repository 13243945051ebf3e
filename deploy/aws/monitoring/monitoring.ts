import { CfnOutput, type Stack } from 'aws-cdk-lib'
import * as budgets from 'aws-cdk-lib/aws-budgets'
import * as iam from 'aws-cdk-lib/aws-iam'
import * as kms from 'aws-cdk-lib/aws-kms'
import * as sns from 'aws-cdk-lib/aws-sns'
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions'
import type { Settings } from '../settings.ts'
import { createAlarmRules, type MonitoredResources } from './alarm-rules.ts'
import { createAlarms } from './create-alarms.ts'
import { createDashboard } from './dashboard.ts'
import type { Rule } from './rule.ts'

const cloudWatch = new iam.ServicePrincipal('cloudwatch.amazonaws.com')

/** Creates the topic for the alarms of a region. CloudWatch does not accept a topic of another region. */
export const createAlarmTopic = (stack: Stack, settings: Settings) => {
  const key = new kms.Key(stack, 'AlarmKey', { enableKeyRotation: true })
  key.grantEncryptDecrypt(cloudWatch)
  const alarmTopic = new sns.Topic(stack, 'Alarms', { masterKey: key, enforceSSL: true })
  alarmTopic.grantPublish(cloudWatch)
  alarmTopic.addSubscription(new EmailSubscription(settings.alarmEmail))
  new CfnOutput(stack, 'AlarmTopic', { value: alarmTopic.topicArn })
  return alarmTopic
}

/** Creates the topic for urgent alarms. Its emails go to the pager. */
export const createPagerTopic = (stack: Stack, { masterKey }: sns.Topic, settings: Settings) => {
  if (!masterKey) throw new Error('Expected the topic of the alarms to have a key.')
  const pagerTopic = new sns.Topic(stack, 'Pages', { masterKey, enforceSSL: true })
  pagerTopic.grantPublish(cloudWatch)
  pagerTopic.addSubscription(new EmailSubscription(settings.pageEmail ?? settings.alarmEmail))
  new CfnOutput(stack, 'PageTopic', { value: pagerTopic.topicArn })
  return pagerTopic
}

const createBudget = (stack: Stack, { monthlyDollars, alarmEmail }: Settings) => {
  const createWarning = (notificationType: string, percent: number) => ({
    notification: { notificationType, threshold: percent, comparisonOperator: 'GREATER_THAN' },
    subscribers: [{ subscriptionType: 'EMAIL', address: alarmEmail }],
  })
  new budgets.CfnBudget(stack, 'Budget', {
    budget: {
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyDollars, unit: 'USD' },
    },
    notificationsWithSubscribers: [
      createWarning('ACTUAL', 80),
      createWarning('ACTUAL', 100),
      createWarning('FORECASTED', 100),
    ],
  })
}

/**
 * Creates the alarms, the budget and the dashboard. Alarms and the budget send emails. `furtherRules` are the
 * rules that other parts of the stack define. `poolAlarms` are the ARNs of the alarms of the user pools'
 * stacks.
 */
export const createMonitoring = (
  stack: Stack,
  {
    alarmTopic,
    pagerTopic,
    furtherRules,
    poolAlarms,
    ...monitored
  }: MonitoredResources & {
    alarmTopic: sns.Topic
    pagerTopic: sns.Topic
    furtherRules: Record<string, Rule>
    poolAlarms: readonly string[]
  },
) => {
  const alarms = createAlarms(
    stack,
    { ...createAlarmRules(monitored), ...furtherRules },
    { alarmTopic, pagerTopic },
  )
  createDashboard(stack, monitored, { alarms, poolAlarms })
  createBudget(stack, monitored.settings)
}
