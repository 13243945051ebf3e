import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'

/** What somebody must look at; the sentence says what a coach notices. */
export type Rule = {
  metric: cloudwatch.Metric | cloudwatch.MathExpression
  threshold: number
  /** of the metric, of which each must be over the threshold */
  periods: number
  says: string
  /** a heading of docs/runbook.md */
  runbook: string
  /** below the threshold is what is wrong */
  isLow?: true
  /** the threshold itself is wrong already */
  isReached?: true
  /** no number at all is wrong as well */
  isMissed?: true
  /** numbers come now and then: between them the alarm stays as it was */
  isSparse?: true
  /** it pages somebody, at night as well */
  isUrgent?: true
}
