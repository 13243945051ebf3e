import * as v from 'valibot'
import type { KeyValues } from './storage/key-values.ts'

const storageKey = 'version'
const versionSchema = v.fallback(v.string(), 'unknown')

/** Stores the page's version for the service worker, whose own script may be from another build. */
export const persistAppVersion = (values: KeyValues, version: string): Promise<void> =>
  values.write(storageKey, version)

/** Returns the version of the page that last ran on this device. */
export const readAppVersion = async (values: KeyValues): Promise<string> =>
  v.parse(versionSchema, await values.read(storageKey))
