import { CfnOutput, Duration, RemovalPolicy, SecretValue, type Stack } from 'aws-cdk-lib'
import * as cognito from 'aws-cdk-lib/aws-cognito'
import * as iam from 'aws-cdk-lib/aws-iam'
import * as s3 from 'aws-cdk-lib/aws-s3'
import * as secrets from 'aws-cdk-lib/aws-secretsmanager'
import { poolNames } from '../../src/config/locales.ts'
import { createCorsRule } from '../storage/cors-rule.ts'
import { createRoleStatements } from '../storage/role-statements.ts'
import { createLogBucket } from './log-bucket.ts'
import type { Outputs } from './outputs.ts'
import type { Settings } from './settings.ts'
import { suppressRule } from './suppress-rule.ts'

/**
 * The provider name under which the server vouches for coaches of the loyalty provider. AWS calls a backend
 * that vouches for its users a *developer*.
 */
export const developerProvider = 'login.breaking-barriers.loyalty'

/**
 * Returns the name of the bucket, which is built into the app. It contains the account's number because
 * bucket names are unique worldwide.
 */
export const formatBucketName = ({ account }: Settings) => `breaking-barriers-files-${account}`

/** Unfinished uploads are deleted after this time. Not sooner, because a phone may be off for some weeks. */
const unfinishedUploadDays = 30

/**
 * How long the bucket keeps deleted and replaced files, so that they can be restored. This includes the files
 * of erased accounts.
 */
const deletedFileDays = 30

/** Creates the bucket of the coaches' files. The app uploads to it directly, under this CORS rule. */
const createBucket = (stack: Stack, settings: Settings) => {
  const { AllowedOrigins, AllowedMethods, AllowedHeaders, ExposeHeaders, MaxAgeSeconds } = createCorsRule([
    `https://${settings.domain}`,
  ])
  return new s3.Bucket(stack, 'Files', {
    bucketName: formatBucketName(settings),
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    minimumTLSVersion: 1.2,
    versioned: true,
    serverAccessLogsBucket: createLogBucket(stack, 'AccessLogs'),
    serverAccessLogsPrefix: 'files/',
    cors: [
      {
        allowedOrigins: [...AllowedOrigins],
        allowedMethods: AllowedMethods.map((method) => s3.HttpMethods[method]),
        allowedHeaders: [...AllowedHeaders],
        exposedHeaders: [...ExposeHeaders],
        maxAge: MaxAgeSeconds,
      },
    ],
    lifecycleRules: [
      { abortIncompleteMultipartUploadAfter: Duration.days(unfinishedUploadDays) },
      { noncurrentVersionExpiration: Duration.days(deletedFileDays), expiredObjectDeleteMarker: true },
    ],
    removalPolicy: RemovalPolicy.RETAIN,
  })
}

type Pools = NonNullable<Outputs['pools']>

/** Creates the role of signed-in coaches, which permits access to the files in the bucket. */
const createCoachRole = (stack: Stack, identityPoolId: string, bucketName: string) => {
  const role = new iam.Role(stack, 'Coach', {
    description: 'Signed-in coaches, at the bucket.',
    assumedBy: new iam.WebIdentityPrincipal('cognito-identity.amazonaws.com', {
      StringEquals: { 'cognito-identity.amazonaws.com:aud': identityPoolId },
      'ForAnyValue:StringLike': { 'cognito-identity.amazonaws.com:amr': 'authenticated' },
    }),
    inlinePolicies: {
      Files: iam.PolicyDocument.fromJson({
        Version: '2012-10-17',
        Statement: createRoleStatements(bucketName),
      }),
    },
  })
  for (const resource of createRoleStatements(bucketName).flatMap(({ Resource }) => Resource)) {
    // cdk-nag writes a variable of IAM in angle brackets.
    const ruleResource = resource.replace(/\$\{(.+)\}/, '<$1>')
    suppressRule(
      role,
      `IAM5[Resource::${ruleResource}]`,
      'Files are stored below the identity. The coach chooses the rest of a key.',
    )
  }
  new CfnOutput(stack, 'CoachRole', { value: role.roleName })
  return role
}

/**
 * Creates the identity pool, which exchanges a coach's token for credentials of the role `Coach`. The token
 * comes from a user pool, or from the server for coaches of the loyalty provider.
 */
const createIdentityPool = (stack: Stack, pools: Pools, bucketName: string) => {
  const identityPool = new cognito.CfnIdentityPool(stack, 'Identities', {
    allowUnauthenticatedIdentities: false,
    developerProviderName: developerProvider,
    cognitoIdentityProviders: poolNames.map((name) => {
      const { userPoolId, webClientId } = pools[name]
      const [region] = userPoolId.split('_')
      return {
        providerName: `cognito-idp.${region}.amazonaws.com/${userPoolId}`,
        clientId: webClientId,
        serverSideTokenCheck: true,
      }
    }),
  })
  identityPool.applyRemovalPolicy(RemovalPolicy.RETAIN)
  const role = createCoachRole(stack, identityPool.ref, bucketName)
  new cognito.CfnIdentityPoolRoleAttachment(stack, 'Roles', {
    identityPoolId: identityPool.ref,
    roles: { authenticated: role.roleArn },
  })
  return identityPool
}

/**
 * Creates the secret with the AWS key that the server uses to vouch for coaches. The key permits only this
 * call at this pool. `keyNumbers`: one key exists for each number; the server uses the last one.
 */
const createDeveloperSecret = (stack: Stack, identityPoolId: string, keyNumbers: readonly number[]) => {
  const user = new iam.User(stack, 'Developer')
  user.addToPolicy(
    new iam.PolicyStatement({
      actions: ['cognito-identity:GetOpenIdTokenForDeveloperIdentity'],
      resources: [
        stack.formatArn({
          service: 'cognito-identity',
          resource: 'identitypool',
          resourceName: identityPoolId,
        }),
      ],
    }),
  )
  // A task uses the key that was current at its start, so the previous key stays until every task restarted.
  const keys = keyNumbers.map((number) => new iam.AccessKey(stack, `DeveloperKey${number}`, { user }))
  const key = keys.at(-1)
  if (!key) throw new Error('Expected at least one key number.')
  const secret = new secrets.Secret(stack, 'DeveloperSecret', {
    description: 'STORAGE_DEVELOPER_KEY_ID and STORAGE_DEVELOPER_KEY_SECRET',
    secretObjectValue: { id: SecretValue.unsafePlainText(key.accessKeyId), secret: key.secretAccessKey },
  })
  suppressRule(secret, 'SMG4', 'Rotated by two deployments: `developerKeys` in the settings (docs/aws.md).')
  return secret
}

/** Creates the bucket, the identity pool whose users may use it, and the server's secrets. */
export const createStorage = (stack: Stack, settings: Settings, pools: Pools) => {
  const bucket = createBucket(stack, settings)
  const identityPool = createIdentityPool(stack, pools, formatBucketName(settings))
  // The loyalty provider calls the site a vendor.
  const vendorSecret = new secrets.Secret(stack, 'LoyaltyVendor', {
    description:
      'LOYALTY_VENDOR: put base64 of the name and secret here that the loyalty provider gave the site.',
    // A secret cannot be empty. The server treats this value as absent and starts without it.
    secretStringValue: SecretValue.unsafePlainText('not-set'),
  })
  suppressRule(vendorSecret, 'SMG4', 'The loyalty provider issues it, so nobody else can rotate it.')
  const developerSecret = createDeveloperSecret(stack, identityPool.ref, settings.developerKeys)
  new CfnOutput(stack, 'IdentityPoolId', { value: identityPool.ref })
  new CfnOutput(stack, 'Bucket', { value: bucket.bucketName })
  new CfnOutput(stack, 'LoyaltyVendorArn', { value: vendorSecret.secretArn })
  new CfnOutput(stack, 'DeveloperKeyArn', { value: developerSecret.secretArn })
}
