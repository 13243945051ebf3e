import { CfnOutput, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import type * as aps from 'aws-cdk-lib/aws-aps'
import * as acm from 'aws-cdk-lib/aws-certificatemanager'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import * as ecs from 'aws-cdk-lib/aws-ecs'
import * as balancing from 'aws-cdk-lib/aws-elasticloadbalancingv2'
import * as logs from 'aws-cdk-lib/aws-logs'
import type * as rds from 'aws-cdk-lib/aws-rds'
import type * as s3 from 'aws-cdk-lib/aws-s3'
import { addressRange } from './network.ts'
import { suppressContainerRules, type ProductContainer } from './product-container.ts'
import { drainSeconds } from './product-environment.ts'
import type { Settings } from './settings.ts'
import { addCollector } from './monitoring/metrics.ts'

/**
 * How long the log is stored: longer than backups. After a restore, its lines `account erased` show which
 * accounts must be erased again.
 */
export const logRetention = logs.RetentionDays.TWO_MONTHS

/** After draining, the server has 20 s to finish the requests in progress. The other 10 s are a reserve. */
const stopSeconds = drainSeconds + 30

/** Creates the log of all tasks and of the commands that operators run. */
export const createServerLog = (stack: Stack) =>
  new logs.LogGroup(stack, 'ServerLog', { retention: logRetention })

type Options = {
  settings: Settings
  vpc: ec2.Vpc
  database: rds.DatabaseCluster
  container: ProductContainer
  log: logs.LogGroup
  /** The Prometheus workspace for the metrics of the tasks. */
  metrics: aps.CfnWorkspace
}

const createTask = (stack: Stack, { container, log, metrics }: Options) => {
  const task = new ecs.FargateTaskDefinition(stack, 'Server', { cpu: 1024, memoryLimitMiB: 2048 })
  task.addContainer('product', {
    ...container,
    portMappings: [{ containerPort: 8080 }],
    stopTimeout: Duration.seconds(stopSeconds),
    healthCheck: {
      command: ['CMD', '/nodejs/bin/node', 'deploy/health-check.js'],
      // ECS replaces a stuck process after three failed checks, and an ended process at once.
      interval: Duration.seconds(10),
      timeout: Duration.seconds(5),
      retries: 3,
      // Enough even with migrations, because the process responds while it migrates.
      startPeriod: Duration.seconds(30),
    },
    logging: ecs.LogDrivers.awsLogs({ streamPrefix: 'server', logGroup: log }),
  })
  // Previous definitions stay, because AWS cannot roll a service back to a deleted definition.
  task.applyRemovalPolicy(RemovalPolicy.RETAIN)
  addCollector(stack, task, {
    workspace: metrics,
    logging: ecs.LogDrivers.awsLogs({ streamPrefix: 'collector', logGroup: log }),
  })
  suppressContainerRules(task)
  return task
}

/**
 * Creates tasks of the server in two zones. The tasks of a new release start while the old tasks still
 * run. If the new tasks do not start, ECS rolls the release back.
 */
export const createServer = (stack: Stack, options: Options) => {
  const { settings, vpc, database } = options
  // `copies` is the minimum and maximum number of tasks.
  const { least, most } = settings.stopped ? { least: 0, most: 0 } : settings.copies
  const cluster = new ecs.Cluster(stack, 'Cluster', {
    vpc,
    containerInsightsV2: ecs.ContainerInsights.ENABLED,
  })
  const service = new ecs.FargateService(stack, 'Service', {
    cluster,
    taskDefinition: createTask(stack, options),
    // Autoscaling sets the number. A fixed number would reset a busy service at each deployment.
    desiredCount: settings.stopped ? 0 : undefined,
    minHealthyPercent: 100,
    maxHealthyPercent: 200,
    circuitBreaker: { enable: true, rollback: true },
    // Time to migrate a large table or to wait for an unavailable database. Until then, ECS ignores the
    // health checks of the container and of the load balancer.
    healthCheckGracePeriod: Duration.minutes(10),
    vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS },
  })
  database.connections.allowDefaultPortFrom(service)
  // ECS waits ten minutes for a task, but a new database cluster may take longer, so the service is created
  // after it. Without a route to the internet, a task can load neither its image nor its secrets.
  const routesOut = [...vpc.publicSubnets, ...vpc.privateSubnets].map(
    (subnet) => subnet.internetConnectivityEstablished,
  )
  service.node.findChild('Service').node.addDependency(database, ...routesOut)
  service
    .autoScaleTaskCount({ minCapacity: least, maxCapacity: most })
    .scaleOnCpuUtilization('Load', { targetUtilizationPercent: 60, scaleInCooldown: Duration.minutes(5) })
  new CfnOutput(stack, 'ClusterName', { value: cluster.clusterName })
  new CfnOutput(stack, 'ServiceName', { value: service.serviceName })
  new CfnOutput(stack, 'TaskFamily', { value: service.taskDefinition.family })
  return service
}

/** Creates the load balancer. Only CloudFront can reach it, at an address inside the network. */
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
    ec2.Peer.ipv4(addressRange),
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
    // During a rollout, a page must request its scripts from the task that served the page, because tasks of
    // another release do not have them.
    stickinessCookieDuration: Duration.minutes(10),
    healthCheck: {
      path: '/readyz',
      // ECS replaces tasks that the balancer reports as unhealthy. Ten checks, which take five minutes,
      // leave time for a failover of the database.
      interval: Duration.seconds(30),
      timeout: Duration.seconds(5),
      healthyThresholdCount: 2,
      unhealthyThresholdCount: 10,
    },
  })
  return { balancer, targets }
}
