import { ArnFormat, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import * as backup from 'aws-cdk-lib/aws-backup'
import * as kms from 'aws-cdk-lib/aws-kms'
import type { Settings } from '../settings.ts'

/** Known beforehand: the plan is in another region than the vault, and takes nothing but its name. */
export const copyVaultName = 'breaking-barriers-copies'

/** Where copies of the database lie that a lost region does not take along. */
export const createCopyVault = (stack: Stack) => {
  new backup.BackupVault(stack, 'Copies', {
    backupVaultName: copyVaultName,
    encryptionKey: new kms.Key(stack, 'CopyKey', { enableKeyRotation: true }),
    removalPolicy: RemovalPolicy.RETAIN,
  })
}

/** The vault of the other region, where the settings name one. */
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
