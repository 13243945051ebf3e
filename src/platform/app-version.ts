import * as v from 'valibot'
import type { KeyValues } from './storage/key-values.ts'

const key = 'version'
const versionSchema = v.fallback(v.string(), 'unknown')

/**
 * The release plus the build, such as `0.1.0+Ab3dE_9x`. The build is the content hash in the file name of the
 * script; `dev` if it has none.
 */
export const formatAppVersion = (release: string, scriptUrl: string): string =>
  `${release}+${/-([\w-]{8})\.js$/.exec(new URL(scriptUrl).pathname)?.[1] ?? 'dev'}`

/** Stores the version for the service worker, whose script may be of another build than the page. */
export const persistAppVersion = (values: KeyValues, version: string): Promise<void> =>
  values.write(key, version)

/** The version that a page on this device ran last. */
export const readAppVersion = async (values: KeyValues): Promise<string> =>
  v.parse(versionSchema, await values.read(key))
