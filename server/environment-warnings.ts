import { variableNames } from '../src/config/env.ts'
import { dayMs } from '../src/lib/time/day-ms.ts'
import { serverVariableNames, type ServerEnv } from './server-env.ts'

const knownVariables = new Set([...variableNames, ...serverVariableNames])

/**
 * Makes easily confused names equal: ignores case, underscores, digits and every S. Finds mistakes such as
 * `TRUSTPROXY`, `Database_Url`, `ADMIN` and `METRIC_PORT`.
 */
const simplify = (name: string): string => name.toUpperCase().replaceAll(/[^A-Z]|S/g, '')
const variableBySimpleName = new Map([...knownVariables].map((name) => [simplify(name), name]))

/** Finds variables that are not read although their names resemble ours. */
const findUnreadVariables = (environment: Readonly<Record<string, unknown>>): string[] =>
  Object.keys(environment).flatMap((name) => {
    if (knownVariables.has(name)) return []
    const similarName = variableBySimpleName.get(simplify(name))
    if (similarName !== undefined) return [`${name} is not read; ${similarName} is`]
    // Our variables have these prefixes, so the name is probably a mistake.
    return /^(?:VITE|STORAGE_DEVELOPER)_/.test(name) ? [`${name} is not read`] : []
  })

const isLocal = (origin: string): boolean => /^http:\/\/(?:localhost|127\.|\[::1\])/.test(origin)

const weekMs = 7 * dayMs

/** Finds settings that conflict. Describes the consequence of each. */
const findConflicts = (env: ServerEnv, now: Date): string[] => {
  const { publicOrigin = '', proxies, databaseUrl, maintenanceUntil } = env
  const isHttps = publicOrigin.startsWith('https:')
  const isPublicWithoutTls = publicOrigin !== '' && !isHttps && !isLocal(publicOrigin)
  const inAWeek = new Date(now.getTime() + weekMs)
  return [
    isHttps && proxies === 0 && 'PUBLIC_ORIGIN is https and TRUST_PROXY is 0: everybody counts as one sender',
    isHttps &&
      databaseUrl === undefined &&
      'PUBLIC_ORIGIN is https and DATABASE_URL is not set: PGlite does not fsync',
    isPublicWithoutTls && 'PUBLIC_ORIGIN is not https: browsers install no app from there',
    maintenanceUntil && maintenanceUntil <= now && 'MAINTENANCE_UNTIL is over and has no effect',
    maintenanceUntil &&
      maintenanceUntil > inAWeek &&
      'MAINTENANCE_UNTIL is more than a week away: until then no coach can use the app',
  ].filter((text) => typeof text === 'string')
}

/** Finds probable mistakes in the environment, one line each. None of them prevents the start. */
export const createEnvironmentWarnings = (
  environment: Readonly<Record<string, unknown>>,
  env: ServerEnv,
  now: Date,
): string[] => [...findUnreadVariables(environment), ...findConflicts(env, now)]
