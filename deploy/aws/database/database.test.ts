import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { backupDays } from './database.ts'
import { logRetention } from '../server.ts'
import { ofDatabase, onceProtected, product, propertiesOf } from '../testing/templates.ts'

describe('the database', () => {
  test('is encrypted, takes TLS only, and is not deleted by mistake', () => {
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

  test('has backups apart from it, and logs of erasures for longer than each of them', () => {
    product.hasResourceProperties('AWS::Backup::BackupPlan', {
      BackupPlan: { BackupPlanRule: [Match.objectLike({ Lifecycle: { DeleteAfterDays: backupDays } })] },
    })
    expect(logRetention).toBeGreaterThan(backupDays)
  })

  test('has a log that is not kept for ever, whatever name AWS gives to a cluster', () => {
    const [cluster] = propertiesOf(product, 'AWS::RDS::DBCluster')
    expect(cluster?.['EnableCloudwatchLogsExports']).toEqual(['postgresql'])
    const [retention] = propertiesOf(product, 'Custom::LogRetention')
    expect(retention).toMatchObject({
      RetentionInDays: 30,
      LogGroupName: {
        'Fn::Join': ['', ['/aws/rds/cluster/', { Ref: expect.stringMatching(/^Database/) }, '/postgresql']],
      },
    })
  })

  test('can be copied by hand with one command, for as long as the daily copies are kept', () => {
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

  test('has its daily copies under a name of its own, as a restored one stands in the plan beside it for a moment', () => {
    product.hasResourceProperties('AWS::Backup::BackupSelection', {
      BackupSelection: { SelectionName: { Ref: Match.stringLikeRegexp('^Database') } },
    })
  })

  test('is reached by the server and by operations only', () => {
    const from = Object.values(ofDatabase()).map(({ Properties }) =>
      JSON.stringify(Properties.SourceSecurityGroupId),
    )
    expect(from).toEqual([expect.stringContaining('Service'), expect.stringContaining('Operations')])
  })
})
