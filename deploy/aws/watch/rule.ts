import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'

/** A fault that needs attention. The sentence describes what a coach notices. */
export type Rule = {
  metric: cloudwatch.Metric | cloudwatch.MathExpression
  threshold: number
  /** Number of periods of the metric that must all be over the threshold. */
  periods: number
  says: string
  /** A heading of docs/runbook.md. */
  runbook: string
  /** Values below the threshold are wrong. */
  isLow?: true
  /** The threshold itself is already wrong. */
  isReached?: true
  /** Missing data is wrong, too. */
  isMissed?: true
  /** Data is sparse. Between two values the alarm keeps its state. */
  isSparse?: true
  /** The alarm pages somebody, also at night. */
  isUrgent?: true
}
