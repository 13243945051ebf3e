import { CfnOutput, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import type * as aps from 'aws-cdk-lib/aws-aps'
import * as acm from 'aws-cdk-lib/aws-certificatemanager'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import * as ecs from 'aws-cdk-lib/aws-ecs'
import * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import * as logs from 'aws-cdk-lib/aws-logs'
import type * as rds from 'aws-cdk-lib/aws-rds'
import type * as s3 from 'aws-cdk-lib/aws-s3'
import { addCollector } from './watch/metrics.ts'
import { addresses } from './network.ts'
import { acceptContainer, type ProductContainer } from './product-container.ts'
import { drainSeconds } from './product-environment.ts'
import type { Settings } from './settings.ts'

/** Longer than backups are kept: a line `account erased` names whom a restored backup brings back. */
export const logRetention = logs.RetentionDays.TWO_MONTHS

/** The server finishes what is under way for 20 s after it drained. */
const stopSeconds = drainSeconds + 30

/** The lines of all copies, and what operations tell. */
export const createServerLog = (stack: Stack) =>
  new logs.LogGroup(stack, 'ServerLog', { retention: logRetention })

type Options = {
  settings: Settings
  vpc: ec2.Vpc
  database: rds.DatabaseCluster
  container: ProductContainer
  log: logs.LogGroup
  metrics: aps.CfnWorkspace
}

const createTask = (stack: Stack, { container, log, metrics }: Options) => {
  const task = new ecs.FargateTaskDefinition(stack, 'Server', { cpu: 1024, memoryLimitMiB: 2048 })
  task.addContainer('product', {
    ...container,
    portMappings: [{ containerPort: 8080 }],
    stopTimeout: Duration.seconds(stopSeconds),
    healthCheck: {
      command: ['CMD', '/nodejs/bin/node', 'deploy/alive.js'],
      // ECS replaces a process that is dead or stuck after 30 s, and one that ended at once.
      interval: Duration.seconds(10),
      timeout: Duration.seconds(5),
      retries: 3,
      // It is alive while it migrates as well.
      startPeriod: Duration.seconds(30),
    },
    logging: ecs.LogDrivers.awsLogs({ streamPrefix: 'server', logGroup: log }),
  })
  // `Retain` is for the release before: AWS lets no service go back to a definition that was removed.
  task.applyRemovalPolicy(RemovalPolicy.RETAIN)
  addCollector(stack, task, {
    workspace: metrics,
    logging: ecs.LogDrivers.awsLogs({ streamPrefix: 'collector', logGroup: log }),
  })
  acceptContainer(task)
  return task
}

/** Copies of the server in two zones; those of a new release come beside the old ones, and go by themselves where they do not start. */
export const createServer = (stack: Stack, options: Options) => {
  const { settings, vpc, database } = options
  const { least, most } = settings.stopped ? { least: 0, most: 0 } : settings.copies
  const cluster = new ecs.Cluster(stack, 'Cluster', {
    vpc,
    containerInsightsV2: ecs.ContainerInsights.ENABLED,
  })
  const service = new ecs.FargateService(stack, 'Service', {
    cluster,
    taskDefinition: createTask(stack, options),
    // Autoscaling's number: each deployment would put a busy service back to it.
    desiredCount: settings.stopped ? 0 : undefined,
    minHealthyPercent: 100,
    maxHealthyPercent: 200,
    circuitBreaker: { enable: true, rollback: true },
    // Migrations of a large table, or a database that is away. Until then ECS listens to neither check.
    healthCheckGracePeriod: Duration.minutes(10),
    vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS },
  })
  database.connections.allowDefaultPortFrom(service)
  // ECS gives a copy ten minutes, and a new cluster may take longer. Without a way out it gets neither image nor secrets.
  const ways = [...vpc.publicSubnets, ...vpc.privateSubnets].map((net) => net.internetConnectivityEstablished)
  service.node.findChild('Service').node.addDependency(database, ...ways)
  service
    .autoScaleTaskCount({ minCapacity: least, maxCapacity: most })
    .scaleOnCpuUtilization('Load', { targetUtilizationPercent: 60, scaleInCooldown: Duration.minutes(5) })
  new CfnOutput(stack, 'ClusterName', { value: cluster.clusterName })
  new CfnOutput(stack, 'ServiceName', { value: service.serviceName })
  new CfnOutput(stack, 'TaskFamily', { value: service.taskDefinition.family })
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
    // While an update is rolled out, a page asks the copy that it came from for its scripts: no other one has them.
    stickinessCookieDuration: Duration.minutes(10),
    healthCheck: {
      path: '/readyz',
      // ECS replaces what the balancer calls unhealthy. These five minutes are for a database that fails over.
      interval: Duration.seconds(30),
      timeout: Duration.seconds(5),
      healthyThresholdCount: 2,
      unhealthyThresholdCount: 10,
    },
  })
  return { balancer, targets }
}
