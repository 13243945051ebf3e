import { variableNames } from '../src/config/env.ts'
import { serverVariables, type ServerEnv } from './server-env.ts'

const known = new Set([...variableNames, ...serverVariables])

/** Maps commonly confused names to one form: `TRUSTPROXY`, `Database_Url`, `ADMIN`, `METRIC_PORT`. */
const simplified = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z]|S/g, '')
const similar = new Map([...known].map((name) => [simplified(name), name]))

/** Unread variables whose names resemble ours. */
const unknownIn = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(environment).flatMap((name) => {
    if (known.has(name)) return []
    const meant = similar.get(simplified(name))
    if (meant !== undefined) return [`${name} is not read; ${meant} is`]
    return /^(?:VITE|STORAGE_DEVELOPER)_/.test(name) ? [`${name} is not read`] : []
  })

const isLocal = (origin: string): boolean => /^http:\/\/(?:localhost|127\.|\[::1\])/.test(origin)

/** Settings that conflict, each with the consequence. */
const contradictionsIn = (env: ServerEnv, now: Date): string[] => {
  const { publicOrigin = '', proxies, databaseUrl, maintenanceUntil } = env
  const isHttps = publicOrigin.startsWith('https:')
  return [
    isHttps && proxies === 0 && 'PUBLIC_ORIGIN is https and TRUST_PROXY is 0: everybody counts as one sender',
    isHttps &&
      databaseUrl === undefined &&
      'PUBLIC_ORIGIN is https and DATABASE_URL is not set: PGlite does not fsync',
    publicOrigin !== '' &&
      !isHttps &&
      !isLocal(publicOrigin) &&
      'PUBLIC_ORIGIN is not https: browsers install no app from there',
    maintenanceUntil && maintenanceUntil <= now && 'MAINTENANCE_UNTIL is over and has no effect',
  ].filter((text) => typeof text === 'string')
}

/** Probable mistakes in the environment, one line each. None of them prevents the start. */
export const environmentWarnings = (
  environment: Readonly<Record<string, unknown>>,
  env: ServerEnv,
  now: Date,
): string[] => [...unknownIn(environment), ...contradictionsIn(env, now)]
