import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'

/** Defines when a metric raises an alarm. */
export type Rule = {
  metric: cloudwatch.Metric | cloudwatch.MathExpression
  threshold: number
  /** The number of consecutive periods of the metric in which the value must be wrong. */
  periods: number
  /** What is wrong, and what coaches notice. */
  description: string
  /** A heading of docs/runbook.md. */
  runbook: string
  /** The threshold is a minimum: values below it are wrong. By default, values above it are wrong. */
  isMinimum?: true
  /** A value equal to the threshold is also wrong. */
  isThresholdWrong?: true
  /** Missing data is wrong. */
  isMissingDataWrong?: true
  /** The metric has few values. Between two values the alarm keeps its state. */
  isSparse?: true
  /** The alarm pages somebody, also at night. */
  isUrgent?: true
}
