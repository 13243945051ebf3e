import * as v from 'valibot'
import type { KeyValues } from '../platform/storage/key-values.ts'

const name = 'version'
const stored = v.fallback(v.string(), 'unknown')

/** The release plus the build. The build is the content hash in the file name of its script. */
export const appVersionOf = (release: string, script: string): string =>
  `${release}+${/-([\w-]{8})\.js$/.exec(new URL(script).pathname)?.[1] ?? 'dev'}`

/** Stores the version for the service worker, whose script may be of another build than the page. */
export const persistAppVersion = (values: KeyValues, version: string): Promise<void> =>
  values.write(name, version)

/** The version that a page on this device ran last. */
export const readAppVersion = async (values: KeyValues): Promise<string> =>
  v.parse(stored, await values.read(name))
