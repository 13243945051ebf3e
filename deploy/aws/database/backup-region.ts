import { RegionInfo } from 'aws-cdk-lib/region-info'
import type { Settings } from '../settings.ts'

/**
 * Throws if the region does not exist in the partition of our account. Otherwise the deployment would fail
 * after an hour. Not part of `parseSettings`, because `npm run deploy` reads the settings before these
 * packages are installed.
 */
export const assertBackupRegionExists = ({ backupRegion }: Settings) => {
  if (backupRegion !== undefined && RegionInfo.get(backupRegion).partition !== 'aws')
    throw new Error(
      `The settings are wrong.\nbackupRegion: ${backupRegion} is no region of AWS; one is us-west-2`,
    )
}
