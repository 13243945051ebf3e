import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Stack } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { isApiErrorCode } from '../../src/contract/errors.ts'
import { environmentWarnings } from '../../server/environment-warnings.ts'
import { parseServerEnv } from '../../server/server-env.ts'
import { corsRule } from '../storage/cors-rule.ts'
import { roleStatements } from '../storage/role-statements.ts'
import { backupDays } from './database.ts'
import { parseOutputs } from './outputs.ts'
import { serverEnvironment } from './product-environment.ts'
import { logRetention } from './server.ts'
import { parseSettings } from './settings.ts'
import { bucketName } from './storage.ts'
import { deployed, settings, synthesise } from './testing/synthesise.ts'
import { poolRegions } from './user-pools.ts'

const stacks = synthesise(deployed)
const templateOf = (name: string) => Template.fromStack(stacks.get(name) ?? new Stack())
const product = templateOf('BreakingBarriers')
const storage = templateOf('BreakingBarriersStorage')
const poolStacks = [...new Set(Object.values(poolRegions))].map((region) => `BreakingBarriersPools-${region}`)

/** The resources of a type, by nothing but what they say. */
const propertiesOf = (template: Template, type: string): Record<string, unknown>[] =>
  Object.values(template.findResources(type)).map(({ Properties }) => Properties as Record<string, unknown>)

describe('the stacks', () => {
  test('come one after the other, as each needs what AWS chose for the one before', () => {
    expect([...synthesise({}).keys()]).toEqual(poolStacks)
    expect([...synthesise({ pools: deployed.pools }).keys()]).toEqual([
      ...poolStacks,
      'BreakingBarriersStorage',
    ])
    expect([...stacks.keys()]).toEqual([...poolStacks, 'BreakingBarriersStorage', 'BreakingBarriers'])
  })

  test('say all that the next one reads', () => {
    const said = Object.fromEntries(
      [...stacks.keys()].map((name) => [
        name,
        Object.fromEntries(
          Object.keys(templateOf(name).findOutputs('*')).map((output) => [output, `the ${output}`]),
        ),
      ]),
    )
    const { pools, files } = parseOutputs(said)
    expect(pools?.NZ).toEqual({ userPoolId: 'the UserPoolIdNZ', webClientId: 'the WebClientIdNZ' })
    expect(files?.developerKeyArn).toBe('the DeveloperKeyArn')
  })

  test.each(['account', 'domain', 'copies', 'codeSender'])('are not made without the setting %s', (name) => {
    expect(() => parseSettings({ ...settings, [name]: undefined })).toThrow(name)
  })

  test('are not made where the address of a service is missing', () => {
    const { VITE_CONSENT_ADDRESS: _, ...variables } = settings.variables
    expect(() => serverEnvironment({ ...settings, variables }, deployed)).toThrow('VITE_CONSENT_ADDRESS')
  })

  test('hold no secret: what is one is made, or put, at AWS', () => {
    const all = [...stacks.keys()].map((name) => JSON.stringify(templateOf(name).toJSON())).join('')
    expect(all).not.toMatch(/AKIA|BEGIN [A-Z ]*PRIVATE KEY|:\/\/[^/"@]+:[^/"@]+@/)
  })
})

describe('user pools', () => {
  test('are in the regions where the stand-ins play them', () => {
    const standIns = JSON.parse(
      parseEnv(readFileSync('.env.development', 'utf8'))['VITE_USER_POOLS'] ?? '',
    ) as Record<string, { userPoolId: string }>
    const regions = Object.entries(standIns).map(([name, { userPoolId }]) => [name, userPoolId.split('_')[0]])
    expect(poolRegions).toEqual(Object.fromEntries(regions))
    expect(
      poolStacks.flatMap((name) => propertiesOf(templateOf(name), 'AWS::Cognito::UserPool')),
    ).toHaveLength(6)
  })

  test.each(poolStacks)(
    '%s: email is the name, codes come by email, and nobody deletes them by mistake',
    (name) => {
      templateOf(name).allResourcesProperties('AWS::Cognito::UserPool', {
        UsernameAttributes: ['email'],
        AutoVerifiedAttributes: ['email'],
        DeletionProtection: 'ACTIVE',
        VerificationMessageTemplate: Match.objectLike({ EmailMessage: Match.stringLikeRegexp('\\{####\\}') }),
        EmailConfiguration: Match.objectLike({ EmailSendingAccount: 'DEVELOPER' }),
      })
      templateOf(name).allResourcesProperties('AWS::Cognito::UserPoolClient', {
        GenerateSecret: false,
        ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      })
    },
  )

  test.each([
    ['sa-east-1', 'Olá!'],
    ['eu-west-2', 'Hello!'],
    ['us-east-1', '¡Hola!'],
  ])('in %s write in the language of their country', (region, greeting) => {
    templateOf(`BreakingBarriersPools-${region}`).hasResourceProperties('AWS::Cognito::UserPool', {
      VerificationMessageTemplate: { EmailMessage: Match.stringLikeRegexp(greeting) },
    })
  })
})

describe('storage', () => {
  test('has the rule of CORS that the stand-in obeys', () => {
    const rule = corsRule([`https://${settings.domain}`])
    storage.hasResourceProperties('AWS::S3::Bucket', {
      BucketName: bucketName(settings),
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

  test('gives signed-in coaches the statements that the stand-in obeys, and nobody else anything', () => {
    storage.hasResourceProperties('AWS::IAM::Role', {
      Policies: [{ PolicyDocument: { Statement: unwrapped(roleStatements(bucketName(settings))) } }],
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

  test('is private, encrypted and versioned, and ends uploads that nobody resumes', () => {
    storage.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'Retain',
      Properties: {
        BucketName: bucketName(settings),
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

  test('knows the six user pools and the provider that the server vouches with', () => {
    storage.hasResourceProperties('AWS::Cognito::IdentityPool', {
      AllowUnauthenticatedIdentities: false,
      DeveloperProviderName: serverEnvironment(settings, deployed)['STORAGE_DEVELOPER_PROVIDER'],
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

/** CloudFormation has a list of one as its only entry. */
const unwrapped = (value: unknown): unknown => {
  if (Array.isArray(value))
    return value.length === 1 && typeof value[0] === 'string' ? value[0] : value.map(unwrapped)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name.startsWith('s3:') ? inner : unwrapped(inner)]),
  )
}

type Container = {
  Environment: { Name: string; Value: string }[]
  Secrets: { Name: string }[]
  ReadonlyRootFilesystem: boolean
  StopTimeout: number
}

describe('the server', () => {
  const [task] = propertiesOf(product, 'AWS::ECS::TaskDefinition') as { ContainerDefinitions: [Container] }[]
  const container = task?.ContainerDefinitions[0]
  const plain = Object.fromEntries(container?.Environment.map(({ Name, Value }) => [Name, Value]) ?? [])
  const secret = container?.Secrets.map(({ Name }) => Name) ?? []

  test('understands its variables and has nothing to warn of', () => {
    const secrets = Object.fromEntries(secret.map((name) => [name, 'x']))
    const environment = { ...plain, ...secrets, LOYALTY_VENDOR: btoa('name:secret') }
    const env = parseServerEnv(environment)
    expect(environmentWarnings(environment, env, new Date())).toEqual([])
    expect(env).toMatchObject({ publicOrigin: `https://${settings.domain}`, proxies: 2, port: 8080 })
  })

  /** Each with the reason why the stack leaves it out. */
  const left: Record<string, string> = {
    DATA: 'of npm start',
    DATA_DIR: 'the folder of PGlite; here is PostgreSQL',
    STATIC_DIR: 'the image has the site in dist',
    HOST: 'all interfaces of the container',
    REQUESTS_PER_MINUTE: 'its default is for production',
    LOGINS_PER_MINUTE: 'its default is for production',
    COPIES_PER_MINUTE: 'its default is for production',
    SYNC_LOG_DAYS: 'its default is for production',
    REPLACED_ANSWERS_DAYS: 'its default is for production',
    VITE_USER_POOL_ENDPOINT: "absent is AWS's own",
    VITE_IDENTITY_POOL_ENDPOINT: "absent is AWS's own",
    VITE_STORAGE_ENDPOINT: "absent is AWS's own",
  }
  const ofStandIns =
    /^(?:SANDBOX_|TOKEN_|CREDENTIAL_|SITE_ORIGIN|(?:USER_POOL|OBJECT_STORE|MAILBOX|PERSON_SERVICES|SCRIPTS)_PORT)/

  test('is given every variable of the README that production needs', () => {
    const table = /^\| variable \|.*?\n\n/ms.exec(readFileSync('README.md', 'utf8'))?.[0] ?? ''
    const named = table
      .split('\n')
      .flatMap((row) =>
        [...(row.split(' | ')[0]?.matchAll(/`([A-Z_]+)`/g) ?? [])].map(([, name = '']) => name),
      )
    expect(named.length).toBeGreaterThan(35)
    const given = new Set([...Object.keys(plain), ...secret, ...Object.keys(left)])
    expect(named.filter((name) => !given.has(name) && !ofStandIns.test(name))).toEqual([])
  })

  test('finds the database by the parts of its secret, over TLS that is verified', () => {
    const parts = { PGHOST: 'db.example', PGPORT: '5433', PGUSER: 'somebody', PGPASSWORD: 'a/b@c:d' }
    expect(secret).toEqual(expect.arrayContaining(Object.keys(parts)))
    const before = { ...process.env }
    Object.assign(process.env, parts)
    const client = new Client({ connectionString: plain['DATABASE_URL'] })
    process.env = before
    expect(client).toMatchObject({
      host: 'db.example',
      port: 5433,
      user: 'somebody',
      password: 'a/b@c:d',
      database: 'breaking_barriers',
      ssl: {},
    })
  })

  test('writes nothing beside itself, and gets the time to finish', () => {
    expect(container?.ReadonlyRootFilesystem).toBe(true)
    expect(container?.StopTimeout).toBeGreaterThan(Number(plain['DRAIN_SECONDS']) + 20)
    expect(container?.StopTimeout).toBeLessThanOrEqual(120)
  })

  test('runs in two zones, and a release that does not start goes back', () => {
    product.hasResourceProperties('AWS::ECS::Service', {
      DesiredCount: 2,
      DeploymentConfiguration: {
        MinimumHealthyPercent: 100,
        DeploymentCircuitBreaker: { Enable: true, Rollback: true },
      },
      NetworkConfiguration: { AwsvpcConfiguration: { AssignPublicIp: 'DISABLED' } },
    })
    const zones = propertiesOf(product, 'AWS::EC2::Subnet').map(({ AvailabilityZone }) => AvailabilityZone)
    expect(new Set(zones)).toEqual(new Set(['us-east-1a', 'us-east-1b']))
  })

  test('is asked whether it is ready before its `DRAIN_SECONDS` are over', () => {
    const [group] = propertiesOf(product, 'AWS::ElasticLoadBalancingV2::TargetGroup')
    expect(group).toMatchObject({ HealthCheckPath: '/readyz' })
    const seconds = Number(group?.['HealthCheckIntervalSeconds']) * Number(group?.['UnhealthyThresholdCount'])
    expect(seconds).toBeLessThan(Number(plain['DRAIN_SECONDS']))
  })
})

describe('the database', () => {
  test('is encrypted, takes TLS only, and is not deleted by mistake', () => {
    product.hasResourceProperties('AWS::RDS::DBCluster', {
      Engine: 'aurora-postgresql',
      StorageEncrypted: true,
      DeletionProtection: true,
      BackupRetentionPeriod: backupDays,
    })
    product.hasResourceProperties('AWS::RDS::DBClusterParameterGroup', {
      Parameters: { 'rds.force_ssl': '1' },
    })
    product.resourceCountIs('AWS::RDS::DBInstance', 2)
  })

  test('has backups apart from it, and logs of erasures for longer than each of them', () => {
    product.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: { BackupPlanRule: [Match.objectLike({ Lifecycle: { DeleteAfterDays: backupDays } })] },
    })
    expect(logRetention).toBeGreaterThan(backupDays)
  })

  test('is reached by the server only', () => {
    const ingress = propertiesOf(product, 'AWS::EC2::SecurityGroupIngress')
    const database = ingress.filter(({ Description }) => !String(Description).includes('Load balancer'))
    expect(database).toHaveLength(1)
    expect(JSON.stringify(database[0]?.['SourceSecurityGroupId'])).toContain('Service')
  })
})

describe('the edge', () => {
  test('serves the site by TLS, and nothing passes it by', () => {
    product.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: {
        Aliases: [settings.domain],
        WebACLId: Match.anyValue(),
        DefaultCacheBehavior: Match.objectLike({ ViewerProtocolPolicy: 'redirect-to-https' }),
      },
    })
    product.hasResourceProperties('AWS::ElasticLoadBalancingV2::LoadBalancer', { Scheme: 'internal' })
  })

  test('refuses too many requests with words that the app understands', () => {
    const [firewall] = propertiesOf(product, 'AWS::WAFv2::WebACL') as {
      CustomResponseBodies: Record<string, { Content: string }>
      Rules: { Name: string; Action?: { Block?: { CustomResponse: { ResponseCode: number } } } }[]
    }[]
    const { error } = JSON.parse(firewall?.CustomResponseBodies['too-many']?.Content ?? '') as {
      error: { code: string }
    }
    expect([error.code, isApiErrorCode(error.code)]).toEqual(['too-many-requests', true])
    const rates = firewall?.Rules.filter(({ Name }) => Name.endsWith('Rate')) ?? []
    expect(rates.map(({ Action }) => Action?.Block?.CustomResponse.ResponseCode)).toEqual([429, 429])
  })
})

describe('the watch', () => {
  test('tells somebody of each alarm, and of its end', () => {
    const alarms = propertiesOf(product, 'AWS::CloudWatch::Alarm')
    expect(alarms.length).toBeGreaterThanOrEqual(9)
    for (const alarm of alarms) {
      expect(alarm).toMatchObject({ AlarmDescription: expect.stringMatching(/\w{3}.*\.$/) })
      expect(alarm['AlarmActions']).toEqual(alarm['OKActions'])
      expect(alarm['AlarmActions']).toHaveLength(1)
    }
    product.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: settings.alarmEmail,
    })
  })

  test('warns before the month costs more than was said', () => {
    product.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: Match.objectLike({ BudgetLimit: { Amount: settings.monthlyDollars, Unit: 'USD' } }),
    })
  })
})
