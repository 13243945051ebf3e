import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront'

/** Metrics of the server that the collector also sends to CloudWatch for the dashboard, each by one label. */
export const shownMetrics = {
  product_deliveries_total: 'outcome',
  product_sign_ins_total: 'outcome',
} as const

/** Our namespace at CloudWatch, also for metrics that are counted from logs. */
export const ownNamespace = 'BreakingBarriers'

/**
 * The dimensions of CloudFront's metrics. CDK omits the second dimension, without which CloudWatch finds
 * nothing (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html).
 */
export const distributionDimensions = ({ distributionId }: cloudfront.Distribution) => ({
  dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
})
