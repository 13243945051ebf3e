import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Match } from 'aws-cdk-lib/assertions'
import { Client } from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen, stopListening } from '../../node/listen.ts'
import { startTestPostgres } from '../../scripts/programs/test-postgres.ts'
import { createTestCertificates } from '../../scripts/programs/test-certificates.ts'
import { product, findProperties, storage } from './testing/templates.ts'

type Container = { Environment: { Name: string; Value: string }[]; Secrets: { Name: string }[] }

const [task] = Object.values(
  product.findResources('AWS::ECS::TaskDefinition', {
    Properties: { Family: Match.stringLikeRegexp('Server') },
  }),
)
const container = task?.['Properties'].ContainerDefinitions[0] as Container

/** The contents of the stacks' secrets at AWS, with this database instead of the stack's. */
const secretsFor = (database: URL): Record<string, unknown> => {
  const vendor = findProperties(storage, 'AWS::SecretsManager::Secret').find(({ Description }) =>
    String(Description).startsWith('LOYALTY_VENDOR'),
  )
  return {
    PGHOST: database.hostname,
    PGPORT: database.port,
    PGUSER: 'breaking_barriers_server',
    PGPASSWORD: 'generated',
    DATABASE_OWNER_USER: 'breaking_barriers',
    DATABASE_OWNER_PASSWORD: 'generated too',
    LOYALTY_VENDOR: vendor?.['SecretString'],
    STORAGE_DEVELOPER_KEY_ID: 'AKIA',
    STORAGE_DEVELOPER_KEY_SECRET: 'generated as well',
  }
}

/** A database over TLS as in the stack: one role owns it, may create roles, and is not a superuser. */
const startDatabase = async (folder: string) => {
  const { makeAuthority, makeCertificate } = createTestCertificates(folder)
  await makeAuthority('ours')
  const postgres = await startTestPostgres(await makeCertificate('ours'))
  if ('skipped' in postgres) return postgres
  onTestFinished(postgres.stop)
  const admin = new Client({ connectionString: postgres.url })
  await admin.connect()
  await admin.query('create role breaking_barriers login createrole createdb')
  await admin.query('create database breaking_barriers owner breaking_barriers')
  await admin.end()
  return postgres
}

const freePort = async () => {
  const server = createServer()
  const port = await listen(server, { port: 0, variable: 'PORT' })
  await stopListening(server, 0)
  return String(port)
}

/** Starts the server in a separate process, with the variables of a task. Returns its output and address. */
const startInstance = async (folder: string, secrets: Record<string, unknown>) => {
  const given = Object.fromEntries(container.Environment.map(({ Name, Value }) => [Name, Value]))
  // Other programs use ports of this machine, and the image has Amazon's certificates instead.
  const here = { PORT: await freePort(), METRICS_PORT: '0', NODE_EXTRA_CA_CERTS: join(folder, 'ours.pem') }
  const instance = spawn(process.execPath, ['server/main.js'], { env: { ...given, ...secrets, ...here } })
  onTestFinished(() => void instance.kill('SIGKILL'))
  const output = { text: '' }
  const collect = (chunk: Buffer) => {
    output.text += chunk.toString()
  }
  instance.stdout.on('data', collect)
  instance.stderr.on('data', collect)
  return { instance, output, origin: `http://localhost:${here.PORT}` }
}

test('a task becomes ready with exactly what the stacks give it, before anybody has added a secret', async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'stack-start-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const postgres = await startDatabase(folder)
  if ('skipped' in postgres) {
    context.skip(postgres.skipped)
    return
  }
  const secrets = secretsFor(new URL(postgres.url))
  expect(Object.keys(secrets).toSorted()).toEqual(container.Secrets.map(({ Name }) => Name).toSorted())
  const { instance, output, origin } = await startInstance(folder, secrets)
  const readyz = async () => {
    expect(instance.exitCode, output.text).toBeNull()
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  }
  await vi.waitFor(readyz, { timeout: 100_000, interval: 250 })
  expect(output.text).toContain('there is no LOYALTY_VENDOR')
  instance.kill('SIGINT')
  expect(await once(instance, 'exit')).toEqual([0, null])
})
