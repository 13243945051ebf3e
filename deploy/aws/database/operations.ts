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
 * Returns the shell command that prints a log's lines about erasures since `since`, such as `1d`. The filter
 * matters for the server's own log, which also contains a line for each request.
 */
export const tailLog = (since: string) =>
  `aws logs tail "$LOG_GROUP" --since ${since} --filter-pattern '${erasurePattern}'`

/** The shell command that fetches all stored lines. If it fails, the product's container does not start. */
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
 * Creates a task with two containers: one fetches the log of erasures, the other runs the product's image on
 * it. The product's image has no shell and no AWS CLI to fetch the log with.
 */
const createTask = (stack: Stack, { container, log, erasureLog }: Options) => {
  const task = new ecs.FargateTaskDefinition(stack, 'Operations', {
    cpu: 512,
    memoryLimitMiB: 1024,
    volumes: [{ name: 'logs' }],
  })
  const logging = ecs.LogDrivers.awsLogs({ streamPrefix: 'operations', logGroup: log })
  const reader = task.addContainer('log', {
    image: ecs.ContainerImage.fromRegistry(awsCliImage),
    entryPoint: ['sh', '-c'],
    command: [fetchLog],
    environment: { LOG_GROUP: erasureLog.logGroupName, AWS_DEFAULT_REGION: stack.region },
    essential: false,
    logging,
  })
  reader.addMountPoints({ sourceVolume: 'logs', containerPath: logFolder, readOnly: false })
  // If the log of erasures has a gap, an operator names the log of the tasks instead
  // (docs/restore-at-aws.md).
  for (const logGroup of [erasureLog, log]) logGroup.grant(task.taskRole, 'logs:FilterLogEvents')
  const product = task.addContainer('product', {
    ...container,
    command: ['server/after-restore.js', logFile],
    logging,
  })
  product.addMountPoints({ sourceVolume: 'logs', containerPath: logFolder, readOnly: true })
  product.addContainerDependencies({
    container: reader,
    condition: ecs.ContainerDependencyCondition.SUCCESS,
  })
  suppressContainerRules(task)
  return task
}

/**
 * Creates the commands that an operator runs outside the tasks of the server. Each output of the stack is
 * the beginning of a command; docs/restore-at-aws.md shows how to complete it.
 */
export const createOperations = (stack: Stack, options: Options) => {
  const { vpc, database, cluster } = options
  const task = createTask(stack, options)
  const group = new ec2.SecurityGroup(stack, 'OperationsGroup', { vpc, description: 'Operations' })
  database.connections.allowDefaultPortFrom(group, 'Operations')
  const subnets = vpc.selectSubnets({ subnetType: ec2.SubnetType.PRIVATE_WITH_EGRESS }).subnetIds.join(',')
  const network = `awsvpcConfiguration={subnets=[${subnets}],securityGroups=[${group.securityGroupId}]}`
  new CfnOutput(stack, 'AfterRestore', {
    value: `aws ecs run-task --cluster ${cluster.clusterName} --task-definition ${task.taskDefinitionArn} --launch-type FARGATE --network-configuration ${network}`,
  })
  new CfnOutput(stack, 'Sql', {
    value: `aws rds-data execute-statement --resource-arn ${database.clusterArn} --secret-arn ${database.secret?.secretArn} --database ${databaseName} --format-records-as JSON --output json`,
  })
  new CfnOutput(stack, 'DatabaseCluster', { value: database.clusterIdentifier })
  new CfnOutput(stack, 'ServerLogGroup', { value: options.log.logGroupName })
}
