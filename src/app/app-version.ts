import { version as release } from '../../package.json'
import { appVersionOf } from '../platform/app-version.ts'

/** The release and build that this tab runs. */
export const appVersion = (): string => appVersionOf(release, import.meta.url)
