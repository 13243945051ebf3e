import * as v from 'valibot'
import type { KeyValues } from './storage/key-values.ts'

const storageKey = 'version'
const versionSchema = v.fallback(v.string(), 'unknown')

/**
 * Formats the release and the build, for example as `0.1.0+Ab3dE_9x`. The build is the content hash in the
 * script's file name, or `dev` if there is none.
 */
export const formatAppVersion = (release: string, scriptUrl: string): string => {
  const [, build = 'dev'] = /-([\w-]{8})\.js$/.exec(new URL(scriptUrl).pathname) ?? []
  return `${release}+${build}`
}

/** Stores the page's version for the service worker, whose own script may be from another build. */
export const persistAppVersion = (values: KeyValues, version: string): Promise<void> =>
  values.write(storageKey, version)

/** Returns the version of the page that last ran on this device. */
export const readAppVersion = async (values: KeyValues): Promise<string> =>
  v.parse(versionSchema, await values.read(storageKey))
