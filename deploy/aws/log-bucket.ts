import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import * as s3 from 'aws-cdk-lib/aws-s3'
import { suppressRule } from './suppress-rule.ts'

/** Not longer, because the logs contain IP addresses and nobody investigates older incidents. */
const retentionDays = 90

/** Creates a bucket for the access logs of S3, CloudFront or the load balancer. */
export const createLogBucket = (stack: Stack, id: string) => {
  const bucket = new s3.Bucket(stack, id, {
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    // CloudFront writes its logs as a different owner.
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_PREFERRED,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [{ expiration: Duration.days(retentionDays) }],
    removalPolicy: RemovalPolicy.RETAIN,
  })
  suppressRule(bucket, 'S1', 'It contains access logs. Logging access to it would create logs of logs.')
  return bucket
}
