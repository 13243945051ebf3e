import { ArnFormat, RemovalPolicy, type Stack } from 'aws-cdk-lib'
import * as backup from 'aws-cdk-lib/aws-backup'
import * as kms from 'aws-cdk-lib/aws-kms'
import type { Settings } from '../settings.ts'

/** A fixed name, because the backup plan refers to the vault by name from another region. */
export const copyVaultName = 'breaking-barriers-copies'

/**
 * Creates the vault for copies of the database in a second region, in case the first region is lost. A vault
 * is where AWS Backup keeps backups.
 */
export const createCopyVault = (stack: Stack) => {
  new backup.BackupVault(stack, 'Copies', {
    backupVaultName: copyVaultName,
    encryptionKey: new kms.Key(stack, 'CopyKey', { enableKeyRotation: true }),
    removalPolicy: RemovalPolicy.RETAIN,
  })
}

/** Returns the ARN of the vault in the second region. */
export const formatCopyVaultArn = (stack: Stack, backupRegion: string): string =>
  stack.formatArn({
    service: 'backup',
    region: backupRegion,
    resource: 'backup-vault',
    resourceName: copyVaultName,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  })

/** Returns the vault in the second region, or undefined if the settings name no second region. */
export const findCopyVault = (stack: Stack, { backupRegion }: Settings): backup.IBackupVault | undefined => {
  if (backupRegion === undefined) return undefined
  const arn = formatCopyVaultArn(stack, backupRegion)
  return backup.BackupVault.fromBackupVaultArn(stack, 'CopyVault', arn)
}
