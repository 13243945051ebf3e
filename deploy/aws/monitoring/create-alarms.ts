import type { Stack } from 'aws-cdk-lib'
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch'
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions'
import type * as sns from 'aws-cdk-lib/aws-sns'
import type { Rule } from './rule.ts'

const getComparison = ({ isMinimum, isThresholdWrong }: Rule) => {
  if (isMinimum) return ComparisonOperator.LESS_THAN_THRESHOLD
  return isThresholdWrong
    ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
    : ComparisonOperator.GREATER_THAN_THRESHOLD
}

const getMissingDataTreatment = ({ isMissingDataWrong, isSparse }: Rule) => {
  if (isMissingDataWrong) return TreatMissingData.BREACHING
  return isSparse ? TreatMissingData.IGNORE : TreatMissingData.NOT_BREACHING
}

/** Includes the stack's name, because the stacks of two pool regions have the same rules. */
const formatAlarmName = ({ stackName }: Stack, rule: string) => `${stackName}-${rule}`

/** Returns the ARNs of a stack's alarms as plain text: a stack in another region cannot use references. */
export const getAlarmArns = (stack: Stack, rules: Record<string, Rule>) =>
  Object.keys(rules).map(
    (rule) => `arn:aws:cloudwatch:${stack.region}:${stack.account}:alarm:${formatAlarmName(stack, rule)}`,
  )

/** Creates an alarm for each rule, under the rule's name. Urgent alarms go to `pagerTopic`, if there is one. */
export const createAlarms = (
  stack: Stack,
  rules: Record<string, Rule>,
  { alarmTopic, pagerTopic = alarmTopic }: { alarmTopic: sns.Topic; pagerTopic?: sns.Topic },
) =>
  Object.entries(rules).map(([name, rule]) => {
    const alarm = rule.metric.createAlarm(stack, name, {
      alarmName: formatAlarmName(stack, name),
      alarmDescription: `${rule.description} See docs/runbook.md#${rule.runbook}`,
      threshold: rule.threshold,
      evaluationPeriods: rule.periods,
      comparisonOperator: getComparison(rule),
      treatMissingData: getMissingDataTreatment(rule),
    })
    const action = new SnsAction(rule.isUrgent ? pagerTopic : alarmTopic)
    alarm.addAlarmAction(action)
    alarm.addOkAction(action)
    return alarm
  })
