import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront'

/**
 * Metrics of the server that the collector also sends to CloudWatch, each with its label for the dashboard.
 */
export const shownMetrics = {
  product_deliveries_total: 'outcome',
  product_sign_ins_total: 'outcome',
} as const

/** Our namespace at CloudWatch, which also contains the metrics that are counted from logs. */
export const ownNamespace = 'BreakingBarriers'

/**
 * Returns the dimensions of CloudFront's metrics. CDK omits `Region`, but CloudWatch finds nothing without it
 * (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html).
 */
export const createDistributionDimensions = ({ distributionId }: cloudfront.Distribution) => ({
  dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
})
