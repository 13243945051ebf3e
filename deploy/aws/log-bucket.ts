import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import * as s3 from 'aws-cdk-lib/aws-s3'
import { accept } from './accept.ts'

/** days: addresses of people are in it, and nobody looks for a fault that is older */
const retention = 90

/** Where S3, CloudFront and the load balancer write what was requested. */
export const createLogBucket = (stack: Stack, id: string) => {
  const bucket = new s3.Bucket(stack, id, {
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    // CloudFront writes its logs as an owner of its own.
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_PREFERRED,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [{ expiration: Duration.days(retention) }],
    removalPolicy: RemovalPolicy.RETAIN,
  })
  accept(bucket, 'S1', 'It holds access logs; logging access to it would go round in a circle.')
  return bucket
}
