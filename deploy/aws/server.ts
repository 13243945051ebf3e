import { fileURLToPath } from 'node:url'
import { Duration, type Stack } from 'aws-cdk-lib'
import * as acm from 'aws-cdk-lib/aws-certificatemanager'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import { Platform } from 'aws-cdk-lib/aws-ecr-assets'
import * as ecs from 'aws-cdk-lib/aws-ecs'
import * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import * as logs from 'aws-cdk-lib/aws-logs'
import type * as rds from 'aws-cdk-lib/aws-rds'
import type * as s3 from 'aws-cdk-lib/aws-s3'
import * as secrets from 'aws-cdk-lib/aws-secretsmanager'
import { accept } from './accept.ts'
import { imageContext } from './image-context.ts'
import { addresses } from './network.ts'
import { drainSeconds, serverEnvironment, siteVariables, type Deployed } from './product-environment.ts'
import type { Settings } from './settings.ts'

/** Longer than backups are kept: a line `account erased` names whom a restored backup brings back. */
export const logRetention = logs.RetentionDays.TWO_MONTHS

/** The server finishes what is under way for 20 s after it drained. */
const stopSeconds = drainSeconds + 30

const image = (settings: Settings, deployed: Deployed) =>
  ecs.ContainerImage.fromAsset(fileURLToPath(new URL('../..', import.meta.url)), {
    ...imageContext,
    file: 'deploy/Containerfile',
    target: 'aws',
    buildArgs: siteVariables(settings, deployed),
    platform: Platform.LINUX_AMD64,
  })

type Options = {
  settings: Settings
  deployed: Deployed
  vpc: ec2.Vpc
  database: rds.DatabaseCluster
}

/** What the server must not show: each from its secret, at the start of a copy. */
const secretVariables = (stack: Stack, { deployed, database }: Options) => {
  const { secret } = database
  if (!secret) throw new Error('The database has no secret.')
  const { loyaltyVendorArn, developerKeyArn } = deployed.files
  const developer = secrets.Secret.fromSecretCompleteArn(stack, 'DeveloperKey', developerKeyArn)
  const vendor = secrets.Secret.fromSecretCompleteArn(stack, 'LoyaltyVendor', loyaltyVendorArn)
  return {
    PGHOST: ecs.Secret.fromSecretsManager(secret, 'host'),
    PGPORT: ecs.Secret.fromSecretsManager(secret, 'port'),
    PGUSER: ecs.Secret.fromSecretsManager(secret, 'username'),
    PGPASSWORD: ecs.Secret.fromSecretsManager(secret, 'password'),
    LOYALTY_VENDOR: ecs.Secret.fromSecretsManager(vendor),
    STORAGE_DEVELOPER_KEY_ID: ecs.Secret.fromSecretsManager(developer, 'id'),
    STORAGE_DEVELOPER_KEY_SECRET: ecs.Secret.fromSecretsManager(developer, 'secret'),
  }
}

const createTask = (stack: Stack, options: Options) => {
  const task = new ecs.FargateTaskDefinition(stack, 'Server', { cpu: 1024, memoryLimitMiB: 2048 })
  task.addContainer('product', {
    image: image(options.settings, options.deployed),
    environment: serverEnvironment(options.settings, options.deployed),
    secrets: secretVariables(stack, options),
    portMappings: [{ containerPort: 8080 }],
    user: 'nonroot',
    readonlyRootFilesystem: true,
    stopTimeout: Duration.seconds(stopSeconds),
    healthCheck: {
      command: ['CMD', '/nodejs/bin/node', 'deploy/alive.js'],
      interval: Duration.seconds(10),
      // It is alive while it migrates as well.
      startPeriod: Duration.seconds(30),
    },
    logging: ecs.LogDrivers.awsLogs({
      streamPrefix: 'server',
      logGroup: new logs.LogGroup(stack, 'ServerLog', { retention: logRetention }),
    }),
  })
  accept(
    task,
    'ECS2',
    'These variables are public, the app has most of them; the secret ones come from Secrets Manager.',
  )
  accept(
    task,
    'IAM5[Resource::*]',
    'The permission to sign in at the registry of images knows no single resource.',
  )
  return task
}

/** Copies of the server in two zones; a new release replaces them one by one, and goes back by itself where it does not start. */
export const createServer = (stack: Stack, options: Options) => {
  const { settings, vpc, database } = options
  const cluster = new ecs.Cluster(stack, 'Cluster', {
    vpc,
    containerInsightsV2: ecs.ContainerInsights.ENABLED,
  })
  const service = new ecs.FargateService(stack, 'Service', {
    cluster,
    taskDefinition: createTask(stack, options),
    desiredCount: settings.copies.least,
    minHealthyPercent: 100,
    maxHealthyPercent: 200,
    circuitBreaker: { enable: true, rollback: true },
    // Migrations of a large table.
    healthCheckGracePeriod: Duration.minutes(10),
    vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS },
  })
  database.connections.allowDefaultPortFrom(service)
  service
    .autoScaleTaskCount({ minCapacity: settings.copies.least, maxCapacity: settings.copies.most })
    .scaleOnCpuUtilization('Load', { targetUtilizationPercent: 60, scaleInCooldown: Duration.minutes(5) })
  return service
}

/** Only CloudFront reaches it, by an address inside the network. */
export const createLoadBalancer = (
  stack: Stack,
  {
    settings,
    vpc,
    service,
    accessLogs,
  }: { settings: Settings; vpc: ec2.Vpc; service: ecs.FargateService; accessLogs: s3.Bucket },
) => {
  const balancer = new balancing.ApplicationLoadBalancer(stack, 'Balancer', {
    vpc,
    internetFacing: false,
    vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS },
    dropInvalidHeaderFields: true,
    deletionProtection: true,
    idleTimeout: Duration.seconds(60),
  })
  balancer.logAccessLogs(accessLogs, 'balancer')
  balancer.connections.allowFrom(
    ec2.Peer.ipv4(addresses),
    ec2.Port.tcp(443),
    'CloudFront, inside the network',
  )
  const listener = balancer.addListener('Https', {
    port: 443,
    open: false,
    certificates: [acm.Certificate.fromCertificateArn(stack, 'BalancerCertificate', settings.certificateArn)],
    sslPolicy: balancing.SslPolicy.RECOMMENDED_TLS,
  })
  const targets = listener.addTargets('Copies', {
    port: 8080,
    protocol: balancing.ApplicationProtocol.HTTP,
    targets: [service],
    deregistrationDelay: Duration.seconds(drainSeconds),
    healthCheck: {
      path: '/readyz',
      interval: Duration.seconds(5),
      timeout: Duration.seconds(4),
      healthyThresholdCount: 2,
      unhealthyThresholdCount: 2,
    },
  })
  return { balancer, targets }
}
