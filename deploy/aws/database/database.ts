import { CfnOutput, Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import * as backup from 'aws-cdk-lib/aws-backup'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import { Schedule } from 'aws-cdk-lib/aws-events'
import * as iam from 'aws-cdk-lib/aws-iam'
import * as kms from 'aws-cdk-lib/aws-kms'
import * as logs from 'aws-cdk-lib/aws-logs'
import * as rds from 'aws-cdk-lib/aws-rds'
import { databaseName } from '../product-environment.ts'
import type { Protect } from '../protection.ts'
import type { Settings } from '../settings.ts'
import { suppressRule } from '../suppress-rule.ts'
import { createUniqueName } from '../unique-name.ts'
import { findCopyVault } from './copy-vault.ts'
import { makeRestorable } from './restored-database.ts'

/**
 * The number of days for which the database can be restored to any minute, and for which a daily copy is
 * kept.
 */
export const backupDays = 35

/**
 * Short, because PostgreSQL logs failed statements with their values, which may be personal data.
 */
export const databaseLogRetention = logs.RetentionDays.ONE_MONTH

/**
 * Suppresses rules of cdk-nag, which checks the stacks, for CDK's own function that sets the retention of
 * RDS's log group.
 */
const suppressLogRetentionRules = (stack: Stack) => {
  const setter = stack.node.children.find(({ node }) => node.id.startsWith('LogRetention'))
  if (!setter) throw new Error('Expected the cluster to have a construct that sets the retention of its log.')
  suppressRule(
    setter,
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
    'The policy only permits the function to write its own log.',
  )
  suppressRule(
    setter,
    'IAM5[Resource::*]',
    'CDK lets it set the retention of any log group. It runs only during deployments.',
  )
}

/**
 * Creates PostgreSQL with a writer and a reader in two zones. The reader takes over if the writer is lost.
 */
export const createDatabase = (stack: Stack, { vpc, protect }: { vpc: ec2.Vpc; protect: Protect }) => {
  // Only deployments change the version: a snapshot of a newer version could not be restored with this one.
  const engine = rds.DatabaseClusterEngine.auroraPostgres({
    version: rds.AuroraPostgresEngineVersion.VER_17_7,
  })
  const cluster = new rds.DatabaseCluster(stack, 'Database', {
    engine,
    credentials: rds.Credentials.fromGeneratedSecret('breaking_barriers'),
    defaultDatabaseName: databaseName,
    writer: rds.ClusterInstance.serverlessV2('Writer', {
      caCertificate: rds.CaCertificate.RDS_CA_RSA2048_G1,
      autoMinorVersionUpgrade: false,
    }),
    readers: [
      rds.ClusterInstance.serverlessV2('Reader', {
        scaleWithWriter: true,
        autoMinorVersionUpgrade: false,
        caCertificate: rds.CaCertificate.RDS_CA_RSA2048_G1,
      }),
    ],
    serverlessV2MinCapacity: 0.5,
    serverlessV2MaxCapacity: 32,
    parameterGroup: new rds.ParameterGroup(stack, 'DatabaseParameters', {
      engine,
      parameters: { 'rds.force_ssl': '1' },
    }),
    vpc,
    vpcSubnets: { subnetType: ec2.SubnetType.PRIVATE_ISOLATED },
    storageEncrypted: true,
    iamAuthentication: true,
    // Operators who are signed in at AWS run SQL through this API. These subnets have no other access.
    enableDataApi: true,
    backup: { retention: Duration.days(backupDays), preferredWindow: '04:00-05:00' },
    preferredMaintenanceWindow: 'mon:05:30-mon:06:30',
    copyTagsToSnapshot: true,
    cloudwatchLogsExports: ['postgresql'],
    // RDS itself creates the log group and would keep its lines without a limit. CDK adds a function that
    // sets the retention.
    cloudwatchLogsRetention: databaseLogRetention,
    deletionProtection: true,
    removalPolicy: RemovalPolicy.SNAPSHOT,
  })
  // Replaces `deletionProtection`: AWS must be able to delete the cluster if the first creation fails.
  protect(cluster.node.defaultChild, { on: true, off: false })
  makeRestorable(cluster)
  suppressRule(
    cluster,
    'RDS11',
    'Only the server can reach it, in isolated subnets, so another port would not hide it.',
  )
  suppressRule(
    cluster,
    'SMG4',
    'Tasks read the password when they start, so it is rotated by hand, then they restart (docs/aws.md).',
  )
  suppressLogRetentionRules(stack)
  return cluster
}

/**
 * Creates the secret of the role with which tasks of the server read and write rows. The server itself
 * creates the role, signed in as the owner (`docs/production.md`). Returns the secrets of both roles.
 */
export const createServerRole = (cluster: rds.DatabaseCluster) => {
  const { secret: owner } = cluster
  if (!owner) throw new Error('The database has no secret.')
  // A child of the cluster, so that resources that wait for the cluster also wait for the secret.
  const secret = new rds.DatabaseSecret(cluster, 'Server', { username: `${databaseName}_server` })
  suppressRule(
    secret,
    'SMG4',
    'A task that starts sets this password at the database: change only the secret (docs/aws.md).',
  )
  return { owner, server: secret.attach(cluster) }
}

/** Creates daily backups in a vault outside the database, where they survive if the database is deleted. */
export const createBackups = (stack: Stack, cluster: rds.DatabaseCluster, settings: Settings) => {
  const vault = new backup.BackupVault(stack, 'Backups', {
    backupVaultName: createUniqueName(stack, 'coaches'),
    encryptionKey: new kms.Key(stack, 'BackupKey', { enableKeyRotation: true }),
    removalPolicy: RemovalPolicy.RETAIN,
  })
  const secondVault = findCopyVault(stack, settings)
  const plan = new backup.BackupPlan(stack, 'BackupPlan', { backupVault: vault })
  plan.addRule(
    new backup.BackupPlanRule({
      ruleName: 'Daily',
      scheduleExpression: Schedule.cron({ hour: '6', minute: '0' }),
      deleteAfter: Duration.days(backupDays),
      copyActions: secondVault && [
        { destinationBackupVault: secondVault, deleteAfter: Duration.days(backupDays) },
      ],
    }),
  )
  const role = new iam.Role(stack, 'BackupRole', {
    assumedBy: new iam.ServicePrincipal('backup.amazonaws.com'),
  })
  plan.addSelection('Database', {
    // Named after the cluster: a restore creates the new cluster's selection before it deletes the old one,
    // and one plan cannot have two selections with the same name.
    backupSelectionName: cluster.clusterIdentifier,
    resources: [backup.BackupResource.fromRdsDatabaseCluster(cluster)],
    role,
  })
  suppressRule(
    role,
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    'The policy of AWS Backup itself. AWS adapts it to what the service needs.',
  )
  new CfnOutput(stack, 'BackUpNow', {
    value: `aws backup start-backup-job --backup-vault-name ${vault.backupVaultName} --resource-arn ${cluster.clusterArn} --iam-role-arn ${role.roleArn} --lifecycle DeleteAfterDays=${backupDays}`,
  })
  return vault
}
