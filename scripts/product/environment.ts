import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { demoAdmins } from '../../sandbox/shared/demo-accounts.ts'
import { identityPool, userPools, vendorCredential } from '../../sandbox/shared/settings.ts'
import { localeCodes, locales, type LocaleCode } from '../../src/config/locales.ts'
import { root, type Environment } from './processes.ts'

/** The ports of the whole product on one machine. The variable with the same name overrides a port. */
const ports = {
  PORT: '8080',
  USER_POOL_PORT: '8081',
  OBJECT_STORE_PORT: '8082',
  MAILBOX_PORT: '8083',
  PERSON_SERVICES_PORT: '8084',
  SCRIPTS_PORT: '8086',
} as const

/** Sets the URLs of the stand-ins, which follow from their ports. */
const setServiceUrls = (env: Environment): void => {
  env['VITE_USER_POOL_ENDPOINT'] ??= `http://localhost:${env['USER_POOL_PORT']}`
  env['VITE_IDENTITY_POOL_ENDPOINT'] ??= `http://localhost:${env['USER_POOL_PORT']}`
  env['VITE_STORAGE_ENDPOINT'] ??= `http://localhost:${env['OBJECT_STORE_PORT']}`
  const personServices = `http://localhost:${env['PERSON_SERVICES_PORT']}`
  const marketing = `${personServices}/marketing-profile`
  env['VITE_LOYALTY_ADDRESS'] ??= `${personServices}/loyalty`
  env['VITE_MARKETING_PROFILE_ADDRESSES'] ??= JSON.stringify({ US: marketing, EU: marketing, SG: marketing })
  env['VITE_EXTENDED_PROFILE_ADDRESS'] ??= `${personServices}/extended-profile`
  env['VITE_CONSENT_ADDRESS'] ??= `${personServices}/consent`
}

/**
 * Sets the app's user pools. The pools that `HOSTED_POOLS` lists get the URL of the stand-in's hosted sign-in
 * page.
 */
const setHostedOrigins = (env: Environment): void => {
  const pools = userPools.map(({ pool, userPoolId, clientId }) => {
    const isHosted = env['HOSTED_POOLS']?.split(',').includes(pool)
    const hostedPage = isHosted && { hostedOrigin: env['VITE_USER_POOL_ENDPOINT'] }
    return [pool, { userPoolId, webClientId: clientId, ...hostedPage }]
  })
  env['VITE_USER_POOLS'] ??= JSON.stringify(Object.fromEntries(pools))
}

/** Sets the URLs of the stand-ins for analytics tags and consent banners: one script for each locale. */
const setScriptUrls = (env: Environment): void => {
  const toUrlByLocale = (kind: 'tag' | 'consent', codes: readonly LocaleCode[]) => {
    const urls = codes.map((code) => [code, `http://localhost:${env['SCRIPTS_PORT']}/${kind}/${code}.js`])
    return JSON.stringify(Object.fromEntries(urls))
  }
  const codesWithBanner = localeCodes.filter((code) => locales[code].consentBanner)
  env['VITE_TAG_SCRIPTS'] ??= toUrlByLocale('tag', localeCodes)
  env['VITE_CONSENT_SCRIPTS'] ??= toUrlByLocale('consent', codesWithBanner)
}

/**
 * Sets the keys that the product API uses at the stand-ins, and its admins. The build puts variables whose
 * name begins with `VITE_` into the app, so none of these does: the keys must never reach a browser.
 */
const setServerSecrets = (env: Environment): void => {
  env['STORAGE_DEVELOPER_PROVIDER'] ??= identityPool.developerProvider
  env['STORAGE_DEVELOPER_KEY_ID'] ??= identityPool.developerKey.accessKeyId
  env['STORAGE_DEVELOPER_KEY_SECRET'] ??= identityPool.developerKey.secretAccessKey
  env['LOYALTY_VENDOR'] ??= vendorCredential
  env['ADMINS'] ??= demoAdmins.join(',')
}

/**
 * Returns the environment of the product on one machine. `overrides` take precedence, then the URLs that
 * follow from the ports, then `.env.development`.
 */
export const createProductEnvironment = (overrides: Environment): Environment => {
  const env: Environment = { ...ports, ...overrides }
  setServiceUrls(env)
  if (env['HOSTED_POOLS']) setHostedOrigins(env)
  setScriptUrls(env)
  setServerSecrets(env)
  env['PUBLIC_ORIGIN'] ??= `http://localhost:${env['PORT']}`
  env['SITE_ORIGIN'] ??= env['PUBLIC_ORIGIN']
  env['LOG_LEVEL'] ??= 'warn'
  // There is no load balancer that has to notice a shutdown.
  env['DRAIN_SECONDS'] ??= '0'
  env['DATA'] ??= '.data'
  env['DATA_DIR'] ??= join(env['DATA'], 'product')
  env['SANDBOX_DATA'] ??= join(env['DATA'], 'sandbox')
  const file = join(root, '.env.development')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...env } : env
}

/** Fills `process.env` with the environment of the product on one machine. */
export const loadEnvironment = (): void => {
  Object.assign(process.env, createProductEnvironment(process.env))
}
