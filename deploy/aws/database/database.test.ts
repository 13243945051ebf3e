import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { logRetention } from '../server.ts'
import { databaseIngressRules, onceProtected, product, findProperties } from '../testing/templates.ts'
import { backupDays } from './database.ts'

describe('the database', () => {
  test('is encrypted, accepts TLS only, and is protected from deletion', () => {
    product.hasResourceProperties('AWS::RDS::DBCluster', {
      Engine: 'aurora-postgresql',
      StorageEncrypted: true,
      DeletionProtection: onceProtected(true, false),
      BackupRetentionPeriod: backupDays,
    })
    product.hasResourceProperties('AWS::RDS::DBClusterParameterGroup', {
      Parameters: { 'rds.force_ssl': '1' },
    })
    product.resourceCountIs('AWS::RDS::DBInstance', 2)
  })

  test('has separate backups, and keeps logs of erasures longer than each backup', () => {
    product.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: { BackupPlanRule: [Match.objectLike({ Lifecycle: { DeleteAfterDays: backupDays } })] },
    })
    expect(logRetention).toBeGreaterThan(backupDays)
  })

  test('has a log with limited retention, whatever name AWS gives to a cluster', () => {
    const [cluster] = findProperties(product, 'AWS::RDS::DBCluster')
    expect(cluster?.['EnableCloudwatchLogsExports']).toEqual(['postgresql'])
    const [retention] = findProperties(product, 'Custom::LogRetention')
    expect(retention).toMatchObject({
      RetentionInDays: 30,
      LogGroupName: {
        'Fn::Join': ['', ['/aws/rds/cluster/', { Ref: expect.stringMatching(/^Database/) }, '/postgresql']],
      },
    })
  })

  test('can be copied manually with one command, and keeps the copy as long as the daily ones', () => {
    const command = JSON.stringify(product.findOutputs('BackUpNow')['BackUpNow']?.['Value'])
    for (const argument of [
      /aws backup start-backup-job /,
      /--backup-vault-name ",\{"Fn::GetAtt":\["Backups/,
      /--resource-arn .*:cluster:",\{"Ref":"Database/,
      /--iam-role-arn ",\{"Fn::GetAtt":\["BackupRole/,
      new RegExp(` --lifecycle DeleteAfterDays=${backupDays}"`),
    ])
      expect(command).toMatch(argument)
    product.hasResourceProperties('AWS::Backup::BackupSelection', {
      BackupSelection: { IamRoleArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^BackupRole'), 'Arn'] } },
    })
  })

  test('gives its daily copies a unique name, as a restored database is briefly in the plan beside it', () => {
    product.hasResourceProperties('AWS::Backup::BackupSelection', {
      BackupSelection: { SelectionName: { Ref: Match.stringLikeRegexp('^Database') } },
    })
  })

  test('is accessible to the server and to operations only', () => {
    const from = Object.values(databaseIngressRules()).map(({ Properties }) =>
      JSON.stringify(Properties.SourceSecurityGroupId),
    )
    expect(from).toEqual([expect.stringContaining('Service'), expect.stringContaining('Operations')])
  })
})
