import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'

/** A rule for an alarm about a fault that needs attention. */
export type Rule = {
  metric: cloudwatch.Metric | cloudwatch.MathExpression
  threshold: number
  /** The number of consecutive periods of the metric in which the value must be wrong. */
  periods: number
  /** A sentence about what a coach notices. */
  description: string
  /** A heading of docs/runbook.md. */
  runbook: string
  /** Values below the threshold are wrong. */
  isLow?: true
  /** A value equal to the threshold is also wrong. */
  isReached?: true
  /** Missing data is wrong. */
  isMissed?: true
  /** The metric has few values. Between two values the alarm keeps its state. */
  isSparse?: true
  /** The alarm pages somebody, also at night. */
  isUrgent?: true
}
