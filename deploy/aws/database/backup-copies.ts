import { ArnFormat, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import * as backup from 'aws-cdk-lib/aws-backup'
import * as kms from 'aws-cdk-lib/aws-kms'
import type { Settings } from '../settings.ts'

/** A fixed name, because the backup plan refers to the vault by name from another region. */
export const copyVaultName = 'breaking-barriers-copies'

/** Creates the vault for copies of the database in a second region, in case the first region is lost. */
export const createCopyVault = (stack: Stack) => {
  new backup.BackupVault(stack, 'Copies', {
    backupVaultName: copyVaultName,
    encryptionKey: new kms.Key(stack, 'CopyKey', { enableKeyRotation: true }),
    removalPolicy: RemovalPolicy.RETAIN,
  })
}

/** Returns the vault in the second region, or undefined if the settings name no second region. */
export const findCopyVault = (stack: Stack, { backupRegion }: Settings): backup.IBackupVault | undefined =>
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
