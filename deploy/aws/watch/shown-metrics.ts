import type * as cloudfront from 'aws-cdk-lib/aws-cloudfront'

/** What the collector tells CloudWatch too, for the dashboard: metrics of the server, each by one of its labels. */
export const shownMetrics = {
  product_deliveries_total: 'outcome',
  product_sign_ins_total: 'outcome',
} as const

/** At CloudWatch, with what is counted out of logs. */
export const ownNamespace = 'BreakingBarriers'

/**
 * What CloudFront's metrics are about. CDK leaves out the second dimension, without which CloudWatch finds nothing
 * (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html).
 */
export const ofSite = ({ distributionId }: cloudfront.Distribution) => ({
  dimensionsMap: { DistributionId: distributionId, Region: 'Global' },
})
