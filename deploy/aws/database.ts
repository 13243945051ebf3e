import { Duration, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import * as backup from 'aws-cdk-lib/aws-backup'
import * as ec2 from 'aws-cdk-lib/aws-ec2'
import { Schedule } from 'aws-cdk-lib/aws-events'
import * as kms from 'aws-cdk-lib/aws-kms'
import * as rds from 'aws-cdk-lib/aws-rds'
import { accept } from './accept.ts'
import { databaseName } from './product-environment.ts'

/** days for which the database can be put back to any minute, and a day's copy be restored */
export const backupDays = 35

/** PostgreSQL with a writer and a reader in two zones: the reader takes over when the writer is lost. */
export const createDatabase = (stack: Stack, vpc: ec2.Vpc) => {
  const engine = rds.DatabaseClusterEngine.auroraPostgres({
    version: rds.AuroraPostgresEngineVersion.VER_17_7,
  })
  const cluster = new rds.DatabaseCluster(stack, 'Database', {
    engine,
    credentials: rds.Credentials.fromGeneratedSecret('breaking_barriers'),
    defaultDatabaseName: databaseName,
    writer: rds.ClusterInstance.serverlessV2('Writer', {
      caCertificate: rds.CaCertificate.RDS_CA_RSA2048_G1,
    }),
    readers: [
      rds.ClusterInstance.serverlessV2('Reader', {
        scaleWithWriter: true,
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
    backup: { retention: Duration.days(backupDays), preferredWindow: '04:00-05:00' },
    preferredMaintenanceWindow: 'mon:05:30-mon:06:30',
    copyTagsToSnapshot: true,
    cloudwatchLogsExports: ['postgresql'],
    deletionProtection: true,
    removalPolicy: RemovalPolicy.SNAPSHOT,
  })
  accept(
    cluster,
    'RDS11',
    'Only the server reaches it, in subnets without a way in or out; another port hides nothing.',
  )
  accept(
    cluster,
    'SMG4',
    'A running copy has the password from its start: it is rotated by hand, then the copies start again (README).',
  )
  return cluster
}

/** Copies apart from the database, in a vault that a deleted database does not take along. */
export const createBackups = (stack: Stack, cluster: rds.DatabaseCluster) => {
  const vault = new backup.BackupVault(stack, 'Backups', {
    encryptionKey: new kms.Key(stack, 'BackupKey', { enableKeyRotation: true }),
    removalPolicy: RemovalPolicy.RETAIN,
  })
  const plan = new backup.BackupPlan(stack, 'BackupPlan', { backupVault: vault })
  plan.addRule(
    new backup.BackupPlanRule({
      ruleName: 'Daily',
      scheduleExpression: Schedule.cron({ hour: '6', minute: '0' }),
      deleteAfter: Duration.days(backupDays),
    }),
  )
  const selection = plan.addSelection('Database', {
    resources: [backup.BackupResource.fromRdsDatabaseCluster(cluster)],
  })
  accept(
    selection,
    'IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    'The role of AWS Backup itself: AWS keeps it at what the service needs.',
  )
}
