import { RegionInfo } from 'aws-cdk-lib/region-info'
import type { Settings } from '../settings.ts'

/**
 * Throws where no account like ours has that region: the deployment would fail at it, after an hour. Not part of `parseSettings`, as
 * `npm run deploy` reads the settings before these packages are installed.
 */
export const checkBackupRegion = ({ backupRegion }: Settings) => {
  if (backupRegion !== undefined && RegionInfo.get(backupRegion).partition !== 'aws')
    throw new Error(
      `The settings are wrong.\nbackupRegion: ${backupRegion} is no region of AWS; one is us-west-2`,
    )
}
