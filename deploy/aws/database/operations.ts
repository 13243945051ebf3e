import { CfnOutput, type Stack } from 'aws-cdk-lib'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import * as ecs from 'aws-cdk-lib/aws-ecs'
import type * as logs from 'aws-cdk-lib/aws-logs'
import type * as rds from 'aws-cdk-lib/aws-rds'
import { suppressContainerRules, type ProductContainer } from '../product-container.ts'
import { databaseName } from '../product-environment.ts'
import { erasurePattern } from './erasure-log.ts'

const logFolder = '/logs'
const logFile = `${logFolder}/server.log`

/**
 * Returns the shell command that prints a log's lines about erasures of the last `period`, such as `1d`. The
 * filter matters for the server's own log, which also contains a line for each request.
 */
export const tailLog = (period: string) =>
  `aws logs tail "$LOG_GROUP" --since ${period} --filter-pattern '${erasurePattern}'`

/**
 * The shell command that fetches all stored lines: the log is stored for less than nine weeks. If the command
 * fails, the product's container does not start.
 */
export const fetchLog = `exec ${tailLog('9w')} > ${logFile}`

export const awsCliImage = 'public.ecr.aws/aws-cli/aws-cli:2.31.29'

type Options = {
  vpc: ec2.Vpc
  database: rds.DatabaseCluster
  container: ProductContainer
  log: logs.LogGroup
  erasureLog: logs.LogGroup
  cluster: ecs.ICluster
}

/**
 * Creates a task with two containers: one fetches the log of erasures, the other reads it with a command of
 * the product's image. The product's image has no shell and no AWS CLI to fetch the log with.
 */
const createTask = (stack: Stack, { container, log, erasureLog }: Options) => {
  const task = new ecs.FargateTaskDefinition(stack, 'Operations', {
    cpu: 512,
    memoryLimitMiB: 1024,
    volumes: [{ name: 'logs' }],
  })
  const logging = ecs.LogDrivers.awsLogs({ streamPrefix: 'operations', logGroup: log })
  const logContainer = task.addContainer('log', {
    image: ecs.ContainerImage.fromRegistry(awsCliImage),
    entryPoint: ['sh', '-c'],
    command: [fetchLog],
    environment: { LOG_GROUP: erasureLog.logGroupName, AWS_DEFAULT_REGION: stack.region },
    essential: false,
    logging,
  })
  logContainer.addMountPoints({ sourceVolume: 'logs', containerPath: logFolder, readOnly: false })
  // The task may read both logs. If the log of erasures has a gap, an operator names the server's log instead
  // (docs/restore-at-aws.md).
  for (const logGroup of [erasureLog, log]) logGroup.grant(task.taskRole, 'logs:FilterLogEvents')
  const productContainer = task.addContainer('product', {
    ...container,
    command: ['server/after-restore.js', logFile],
    logging,
  })
  productContainer.addMountPoints({ sourceVolume: 'logs', containerPath: logFolder, readOnly: true })
  productContainer.addContainerDependencies({
    container: logContainer,
    condition: ecs.ContainerDependencyCondition.SUCCESS,
  })
  suppressContainerRules(task)
  return task
}

/**
 * Creates the commands that an operator runs outside the tasks of the server. The outputs `AfterRestore` and
 * `Sql` are the beginnings of commands; docs/restore-at-aws.md shows how to complete them.
 */
export const createOperations = (stack: Stack, options: Options) => {
  const { vpc, database, cluster } = options
  const task = createTask(stack, options)
  const securityGroup = new ec2.SecurityGroup(stack, 'OperationsGroup', { vpc, description: 'Operations' })
  database.connections.allowDefaultPortFrom(securityGroup, 'Operations')
  const subnets = vpc.selectSubnets({ subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS }).subnetIds.join(',')
  const { securityGroupId } = securityGroup
  const network = `awsvpcConfiguration={subnets=[${subnets}],securityGroups=[${securityGroupId}]}`
  new CfnOutput(stack, 'AfterRestore', {
    value: `aws ecs run-task --cluster ${cluster.clusterName} --task-definition ${task.taskDefinitionArn} --launch-type FARGATE --network-configuration ${network}`,
  })
  new CfnOutput(stack, 'Sql', {
    value: `aws rds-data execute-statement --resource-arn ${database.clusterArn} --secret-arn ${database.secret?.secretArn} --database ${databaseName} --format-records-as JSON --output json`,
  })
  new CfnOutput(stack, 'DatabaseCluster', { value: database.clusterIdentifier })
  new CfnOutput(stack, 'ServerLogGroup', { value: options.log.logGroupName })
}
