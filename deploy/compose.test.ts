import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parseServerEnv } from '../server/server-env.ts'
import { createEnvironmentWarnings } from '../server/environment-warnings.ts'
import { identityPool, vendorCredential } from '../sandbox/shared/settings.ts'
import { readCompose } from './testing/read-compose.ts'
import { readContainerfile } from './testing/read-containerfile.ts'

const { product, database, 'stand-ins': standIns } = readCompose().services

test('builds the app with the addresses of the stand-ins', () => {
  const { PUBLIC_ORIGIN, ...services } = product.build.args
  expect(services).toEqual(parseEnv(readFileSync('.env.development', 'utf8')))
  expect(PUBLIC_ORIGIN).toBe('http://localhost:8080')
})

test('the server accepts its variables, and has the same addresses', () => {
  const env = parseServerEnv({ ...product.environment, ADMINS: '' })
  expect(createEnvironmentWarnings(product.environment, env, new Date())).toEqual([])
  expect(product.environment).toMatchObject(product.build.args)
  expect(env.databaseUrl).toBe(`postgres:///${database.environment['POSTGRES_DB']}`)
  expect(env.loyaltyVendor).toBe(vendorCredential)
  expect(env.developer?.key).toEqual({
    id: identityPool.developerKey.accessKeyId,
    secret: identityPool.developerKey.secretAccessKey,
  })
})

test('requires a database password from the person who starts it', () => {
  expect(product.environment['PGPASSWORD']).toBe('${DATABASE_PASSWORD:?choose one}')
  expect(database.environment['POSTGRES_PASSWORD']).toBe('${DATABASE_PASSWORD:?choose one}')
})

test('only this machine can access it, and each part is a stage or an image with a version', () => {
  expect(product.ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([])
  expect(product.environment['METRICS_PORT']).toBe('9464')
  expect(product.ports.filter((port) => port.includes('9464'))).toEqual([])
  expect(standIns.network_mode).toBe('service:product')
  const stages = readContainerfile(readFileSync('deploy/Containerfile', 'utf8')).map(({ name }) => name)
  expect(stages).toEqual(expect.arrayContaining([product.build.target, standIns.build.target]))
  expect(database.image).toMatch(/^docker\.io\/library\/postgres:\d+\.\d+$/)
})
