import { version as release } from '../../package.json'
import { formatAppVersion } from '../platform/app-version.ts'

/** The release and build that this tab runs. */
export const getAppVersion = (): string => formatAppVersion(release, import.meta.url)
