import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Stack } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { createCorsRule } from '../storage/cors-rule.ts'
import { identityVariable, createRoleStatements } from '../storage/role-statements.ts'
import { createServerEnvironment } from './product-environment.ts'
import { formatBucketName } from './storage.ts'
import { deployed, settings, synthesise } from './testing/synthesise.ts'
import { storage } from './testing/templates.ts'

describe('storage', () => {
  test('has the same CORS rule as the stand-in', () => {
    const rule = createCorsRule([`https://${settings.domain}`])
    storage.hasResourceProperties('AWS::S3::Bucket', {
      BucketName: formatBucketName(settings),
      CorsConfiguration: {
        CorsRules: [
          {
            AllowedOrigins: rule.AllowedOrigins,
            AllowedMethods: rule.AllowedMethods,
            AllowedHeaders: rule.AllowedHeaders,
            ExposedHeaders: rule.ExposeHeaders,
            MaxAge: rule.MaxAgeSeconds,
          },
        ],
      },
    })
  })

  test('gives only signed-in coaches access, by the same statements as the stand-in', () => {
    storage.hasResourceProperties('AWS::IAM::Role', {
      Policies: [
        { PolicyDocument: { Statement: unwrapped(createRoleStatements(formatBucketName(settings))) } },
      ],
      AssumeRolePolicyDocument: {
        Statement: [
          Match.objectLike({
            Condition: {
              StringEquals: { 'cognito-identity.amazonaws.com:aud': Match.anyValue() },
              'ForAnyValue:StringLike': { 'cognito-identity.amazonaws.com:amr': 'authenticated' },
            },
          }),
        ],
      },
    })
    storage.resourceCountIs('AWS::IAM::Role', 1)
    storage.hasResourceProperties('AWS::Cognito::IdentityPoolRoleAttachment', {
      Roles: { authenticated: Match.anyValue(), unauthenticated: Match.absent() },
    })
  })

  test('is private, encrypted and versioned, and aborts uploads that nobody resumes', () => {
    storage.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: {
        BucketName: formatBucketName(settings),
        VersioningConfiguration: { Status: 'Enabled' },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        BucketEncryption: Match.anyValue(),
        LifecycleConfiguration: {
          Rules: [
            Match.objectLike({ AbortIncompleteMultipartUpload: { DaysAfterInitiation: 30 } }),
            Match.objectLike({ NoncurrentVersionExpiration: { NoncurrentDays: 30 } }),
          ],
        },
      },
    })
  })

  test('trusts the six user pools and the provider that the server vouches with', () => {
    storage.hasResourceProperties('AWS::Cognito::IdentityPool', {
      AllowUnauthenticatedIdentities: false,
      DeveloperProviderName: createServerEnvironment(settings, deployed)['STORAGE_DEVELOPER_PROVIDER'],
      CognitoIdentityProviders: Object.values(deployed.pools).map(({ userPoolId, webClientId }) => ({
        ProviderName: `cognito-idp.${userPoolId.split('_')[0]}.amazonaws.com/${userPoolId}`,
        ClientId: webClientId,
        ServerSideTokenCheck: true,
      })),
    })
  })

  test('lets the server vouch, and nothing else', () => {
    storage.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: [
          Match.objectLike({
            Action: 'cognito-identity:GetOpenIdTokenForDeveloperIdentity',
            Resource: Match.not('*'),
          }),
        ],
      },
    })
    storage.resourceCountIs('AWS::IAM::Policy', 1)
  })
})

test('adds a new key of the server beside the one that tasks still use', () => {
  const changing = synthesise({ pools: deployed.pools }, { developerKeys: [1, 2] })
  const template = Template.fromStack(changing.get('BreakingBarriersStorage') ?? new Stack())
  const keys = Object.keys(template.findResources('AWS::IAM::AccessKey'))
  expect(keys).toEqual([...Object.keys(storage.findResources('AWS::IAM::AccessKey')), keys.at(-1)])
  expect(keys).toHaveLength(2)
  const secrets = JSON.stringify(template.findResources('AWS::SecretsManager::Secret'))
  expect(keys.map((id) => secrets.includes(`"${id}"`))).toEqual([false, true])
})

describe('the runbook', () => {
  const runbook = readFileSync('docs/runbook.md', 'utf8')

  test('has a policy for the role of coaches that denies one identity everything at S3', () => {
    const [, policy = ''] = /put-role-policy[^']*'(\{.*\})'/.exec(runbook) ?? []
    const [statement] = (JSON.parse(policy) as { Statement: { Condition: object }[] }).Statement
    const variable = identityVariable.slice(2, -1)
    expect(statement).toEqual({
      Effect: 'Deny',
      Action: 's3:*',
      Resource: '*',
      Condition: { StringEquals: { [variable]: ['<identity>'] } },
    })
  })

  test('names only outputs that the storage stack has', () => {
    const named = [...runbook.matchAll(/`(\w+)` in `outputs\.storage\.json`/g)].map(([, name]) => name)
    expect(named).toEqual(expect.arrayContaining(['Bucket', 'CoachRole']))
    const outputs = Object.keys(storage.findOutputs('*'))
    expect(named.filter((name) => !outputs.includes(name ?? ''))).toEqual([])
  })

  test('totals what each identity stores', () => {
    const [, awk = ''] = /awk -F '\\t' '(.*)'/.exec(runbook) ?? []
    const keys = ['3000000\tpublic/a/x', '9000000\tprivate/b/a/y', '2000000\tprotected/a/x']
    const sums = execFileSync('awk', ['-F', '\t', awk], { input: keys.join('\n'), encoding: 'utf8' })
    expect(sums.trim().split('\n').toSorted()).toEqual(['5 MB a', '9 MB b'])
  })
})

/** CloudFormation writes a list with one entry as the entry alone. */
const unwrapped = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.length === 1 && typeof value[0] === 'string' ? value[0] : value.map(unwrapped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name.startsWith('s3:') ? inner : unwrapped(inner)]),
  )
}
