import { ArnFormat, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import * as backup from 'aws-cdk-lib/aws-backup'
import * as kms from 'aws-cdk-lib/aws-kms'
import type { Settings } from '../settings.ts'

/** A fixed name, because the plan is in another region than the vault and refers to it by name. */
export const copyVaultName = 'breaking-barriers-copies'

/** The vault for copies of the database in a second region, which outlive a lost region. */
export const createCopyVault = (stack: Stack) => {
  new backup.BackupVault(stack, 'Copies', {
    backupVaultName: copyVaultName,
    encryptionKey: new kms.Key(stack, 'CopyKey', { enableKeyRotation: true }),
    removalPolicy: RemovalPolicy.RETAIN,
  })
}

/** The vault of the second region, if the settings name that region. */
export const copyVault = (stack: Stack, { backupRegion }: Settings): backup.IBackupVault | undefined =>
  backupRegion === undefined
    ? undefined
    : backup.BackupVault.fromBackupVaultArn(
        stack,
        'CopyVault',
        stack.formatArn({
          service: 'backup',
          region: backupRegion,
          resource: 'backup-vault',
          resourceName: copyVaultName,
          arnFormat: ArnFormat.COLON_RESOURCE_NAME,
        }),
      )
