import { CfnElement, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import type * as cloudwatch from 'aws-cdk-lib/aws-cloudwatch'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import * as ecs from 'aws-cdk-lib/aws-ecs'
import * as events from 'aws-cdk-lib/aws-events'
import { EcsTask } from 'aws-cdk-lib/aws-events-targets'
import * as iam from 'aws-cdk-lib/aws-iam'
import * as logs from 'aws-cdk-lib/aws-logs'
import * as s3 from 'aws-cdk-lib/aws-s3'
import { logRetention } from '../server.ts'
import type { Settings } from '../settings.ts'
import { suppressRule } from '../suppress-rule.ts'
import type { Rule } from '../monitoring/rule.ts'
import { ownNamespace } from '../monitoring/shown-metrics.ts'
import { copyVaultName, formatCopyVaultArn } from './copy-vault.ts'
import { awsCliImage, tailLog } from './operations.ts'

/*
 * If the region of the product is lost, it is restored in a second region. That needs a copy of the database,
 * which AWS Backup makes there, and a copy of the log of erasures, which the task in this file makes. The log
 * identifies the accounts that must be erased again in an older database.
 */

/** A fixed name, because the bucket is in another region than the task that writes to it. */
const formatErasuresBucketName = ({ account }: Settings) => `breaking-barriers-erasures-${account}`

const erasuresCopiedLine = 'The log of erasures was copied.'
const databaseFoundLine = 'A copy of the database was found.'

/**
 * The shell command that copies the last day of the log of erasures, which a restore needs, and then checks
 * whether a copy of the database arrived in the last two days. Each step prints its line only on success. An
 * alarm is raised if a line is missing for too long.
 */
export const copyCommand = `${tailLog('1d')} > /tmp/server.log &&
  aws s3 cp --only-show-errors --region "$COPY_REGION" /tmp/server.log "s3://$COPY_BUCKET/$(date -u +%FT%H).log" && echo '${erasuresCopiedLine}'
found=$(aws backup list-recovery-points-by-backup-vault --region "$COPY_REGION" --backup-vault-name ${copyVaultName} \\
  --by-created-after "$(date -u -d '2 days ago' +%FT%TZ)" --query "RecoveryPoints[?Status=='COMPLETED'].RecoveryPointArn" --output text) &&
  test -n "$found" && echo '${databaseFoundLine}'`

/**
 * Creates the bucket for copies of the log of erasures in a second region, in case the first region is lost.
 * The bucket keeps the copies as long as the log itself.
 */
export const createErasuresBucket = (stack: Stack, settings: Settings) => {
  const bucket = new s3.Bucket(stack, 'Erasures', {
    bucketName: formatErasuresBucketName(settings),
    blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL,
    objectOwnership: s3.ObjectOwnership.BUCKET_OWNER_ENFORCED,
    encryption: s3.BucketEncryption.S3_MANAGED,
    enforceSSL: true,
    lifecycleRules: [{ expiration: Duration.days(logRetention) }],
    removalPolicy: RemovalPolicy.RETAIN,
  })
  suppressRule(bucket, 'S1', 'Only one task writes to it. An operator reads it if a region is lost.')
}

type Options = {
  settings: Settings
  backupRegion: string
  vpc: ec2.Vpc
  cluster: ecs.ICluster
  /** Receives the output of the task. */
  log: logs.LogGroup
  /** The log of erasures, which the task copies. */
  erasureLog: logs.LogGroup
}

/** Creates the definition of the task, with a role that permits only what `copyCommand` does. */
const createTask = (stack: Stack, { settings, backupRegion, log, erasureLog }: Options) => {
  const task = new ecs.FargateTaskDefinition(stack, 'CopyTask', { cpu: 256, memoryLimitMiB: 512 })
  task.addContainer('copy', {
    image: ecs.ContainerImage.fromRegistry(awsCliImage),
    entryPoint: ['sh', '-c'],
    command: [copyCommand],
    environment: {
      LOG_GROUP: erasureLog.logGroupName,
      AWS_DEFAULT_REGION: stack.region,
      COPY_REGION: backupRegion,
      COPY_BUCKET: formatErasuresBucketName(settings),
    },
    logging: ecs.LogDrivers.awsLogs({ streamPrefix: 'copies', logGroup: log }),
  })
  const allow = (action: string, resource: string) =>
    task.addToTaskRolePolicy(new iam.PolicyStatement({ actions: [action], resources: [resource] }))
  const copiedFiles = `arn:aws:s3:::${formatErasuresBucketName(settings)}/*`
  erasureLog.grant(task.taskRole, 'logs:FilterLogEvents')
  allow('s3:PutObject', copiedFiles)
  allow('backup:ListRecoveryPointsByBackupVault', formatCopyVaultArn(stack, backupRegion))
  suppressRule(task, 'ECS2', 'The variables are names of resources, and none is secret.')
  suppressRule(task, `IAM5[Resource::${copiedFiles}]`, 'A file for each hour.')
  return task
}

/** Creates the role with which EventBridge starts the task. */
const createStarterRole = (stack: Stack, cluster: ecs.ICluster) => {
  const role = new iam.Role(stack, 'CopyStart', {
    assumedBy: new iam.ServicePrincipal('events.amazonaws.com'),
  })
  const { defaultChild } = cluster.node
  if (!CfnElement.isCfnElement(defaultChild)) throw new Error('Expected the cluster to have a CfnElement.')
  suppressRule(
    role,
    `IAM5[Resource::arn:<AWS::Partition>:ecs:us-east-1:*:task/<${stack.getLogicalId(defaultChild)}>/*]`,
    'It starts tasks of this cluster, and their ids are not known in advance.',
  )
  return role
}

/** Creates a metric that counts the lines of a log that contain a text. */
const createLinesMetric = (log: logs.LogGroup, metricName: string, text: string): cloudwatch.Metric =>
  log
    .addMetricFilter(metricName, {
      filterPattern: logs.FilterPattern.literal(`"${text}"`),
      metricNamespace: ownNamespace,
      metricName,
    })
    .metric({ period: Duration.hours(1), statistic: 'Sum' })

/**
 * Creates the hourly task that copies the log of erasures to the second region and looks for a copy of the
 * database there. Returns the rules for alarms about both.
 */
export const createHourlyCopies = (stack: Stack, options: Options): Record<string, Rule> => {
  const { vpc, cluster, log } = options
  const securityGroup = new ec2.SecurityGroup(stack, 'CopyGroup', { vpc, description: 'Copies elsewhere' })
  const role = createStarterRole(stack, cluster)
  const task = new EcsTask({
    cluster,
    taskDefinition: createTask(stack, options),
    subnetSelection: { subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS },
    securityGroups: [securityGroup],
    role,
  })
  new events.Rule(stack, 'CopyHourly', {
    schedule: events.Schedule.rate(Duration.hours(1)),
    targets: [task],
  })
  // Raises an alarm after three hours without the line.
  const fewerThanOne = { threshold: 1, periods: 3, isMinimum: true, isMissingDataWrong: true } as const
  const runbook = 'a-copy-in-the-second-region-is-missing'
  return {
    ErasuresNotCopied: {
      ...fewerThanOne,
      metric: createLinesMetric(log, 'ErasuresCopied', erasuresCopiedLine),
      description:
        'The log of erasures was not copied to the second region for three hours. A restore there would bring back erased accounts.',
      runbook,
    },
    DatabaseNotCopied: {
      ...fewerThanOne,
      metric: createLinesMetric(log, 'DatabaseFound', databaseFoundLine),
      description: 'No copy of the database arrived in the second region for two days.',
      runbook,
    },
  }
}
