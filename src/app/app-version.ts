import { version as packageVersion } from '../../package.json'

/**
 * Formats the release and the build, for example as `0.1.0+Ab3dE_9x`. The build is the content hash in the
 * script's file name, or `dev` if there is none.
 */
export const formatAppVersion = (release: string, scriptUrl: string): string => {
  const [, build = 'dev'] = /-([\w-]{8})\.js$/.exec(new URL(scriptUrl).pathname) ?? []
  return `${release}+${build}`
}

/** The release and build that this tab runs. */
export const getAppVersion = (): string => formatAppVersion(packageVersion, import.meta.url)
