import * as v from 'valibot'
import type { KeyValues } from '../platform/storage/key-values.ts'

const name = 'version'
const stored = v.fallback(v.string(), 'unknown')

/** A release and its build: the build names every script by its content, and so itself. */
export const appVersionOf = (release: string, script: string): string =>
  `${release}+${/-([\w-]{8})\.js$/.exec(new URL(script).pathname)?.[1] ?? 'dev'}`

/** Stored for the service worker, which is a script of its own and may be of another build than what the coach sees. */
export const persistAppVersion = (values: KeyValues, version: string): Promise<void> =>
  values.write(name, version)

/** The version that a page on this device ran last. */
export const readAppVersion = async (values: KeyValues): Promise<string> =>
  v.parse(stored, await values.read(name))
