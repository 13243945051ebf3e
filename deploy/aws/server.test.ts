import { readFileSync } from 'node:fs'
import { Stack } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { createEnvironmentWarnings } from '../../server/environment-warnings.ts'
import { parseServerEnv } from '../../server/server-env.ts'
import { createServerEnvironment } from './product-environment.ts'
import { parseSettings, serverLimits } from './settings.ts'
import { deployed, settings, synthesise } from './testing/synthesise.ts'
import { databaseIngressRules, product, findProperties, storage, toText } from './testing/templates.ts'

type Container = {
  Environment: { Name: string; Value: string }[]
  Secrets: { Name: string; ValueFrom: unknown }[]
  ReadonlyRootFilesystem: boolean
  StopTimeout: number
  HealthCheck: { Command: string[]; Interval: number; Timeout: number; Retries: number }
}

const tasksIn = (template: Template) =>
  template.findResources('AWS::ECS::TaskDefinition', {
    Properties: { Family: Match.stringLikeRegexp('Server') },
  })

const containerIn = (template: Template) => {
  const [task] = Object.values(tasksIn(template)) as { Properties: { ContainerDefinitions: [Container] } }[]
  const container = task?.Properties.ContainerDefinitions[0]
  const plain = Object.fromEntries(container?.Environment.map(({ Name, Value }) => [Name, Value]) ?? [])
  return { container, plain, secret: container?.Secrets.map(({ Name }) => Name) ?? [] }
}

describe('the server', () => {
  const tasks = tasksIn(product)
  const { container, plain, secret } = containerIn(product)

  /**
   * The initial contents of the stacks' secrets. AWS generates the database's and the developer's secrets.
   */
  const made = () => {
    const vendor = findProperties(storage, 'AWS::SecretsManager::Secret').find(({ Description }) =>
      String(Description).startsWith('LOYALTY_VENDOR'),
    )
    const LOYALTY_VENDOR = vendor?.['SecretString'] ?? 'a random word'
    return { ...Object.fromEntries(secret.map((name) => [name, 'x'])), LOYALTY_VENDOR }
  }

  test('starts with what the stacks create, before anybody has added a secret', () => {
    expect(secret).toContain('LOYALTY_VENDOR')
    expect(parseServerEnv({ ...plain, ...made() }).loyaltyVendor).toBeUndefined()
  })

  test('reads and writes with its own role, and migrates with another one', () => {
    const getSecret = (variable: string) =>
      toText(container?.Secrets.find(({ Name }) => Name === variable)?.ValueFrom)
    const [server, owner] = [getSecret('PGUSER'), getSecret('DATABASE_OWNER_USER')].map(
      (text) => text.split(':username')[0] ?? '',
    )
    expect(server).not.toBe(owner)
    expect(getSecret('PGPASSWORD')).toBe(`${server}:password::`)
    expect(getSecret('DATABASE_OWNER_PASSWORD')).toBe(`${owner}:password::`)
    const names = findProperties(product, 'AWS::SecretsManager::Secret').map(
      ({ GenerateSecretString: made }) =>
        JSON.parse((made as { SecretStringTemplate: string }).SecretStringTemplate),
    )
    const users = ['breaking_barriers', 'breaking_barriers_server']
    expect(new Set(names.map(({ username }) => username))).toEqual(new Set(users))
  })

  test('accepts its variables without warnings', () => {
    const environment = { ...plain, ...made(), LOYALTY_VENDOR: btoa('name:secret') }
    const env = parseServerEnv(environment)
    expect(createEnvironmentWarnings(environment, env, new Date())).toEqual([])
    expect(env).toMatchObject({ publicOrigin: `https://${settings.domain}`, proxies: 2, port: 8080 })
  })

  test('has the limits of the settings, which the server accepts', () => {
    const limits = Object.fromEntries(serverLimits.map((name) => [name, 50]))
    const given = createServerEnvironment(parseSettings({ ...settings, server: limits }), deployed)
    expect(given).toMatchObject(Object.fromEntries(serverLimits.map((name) => [name, '50'])))
    expect(parseServerEnv({ ...given, ...made() })).toBeDefined()
  })

  test.each([
    ['REQUESTS_PER_MINUTE', 0],
    ['DATABASE_CONNECTIONS', 1],
    ['SYNC_LOG_DAYS', 5],
    ['REPLACED_ANSWERS_DAYS', 31.5],
  ])('is not deployed with %s of %d, with which it would not start', (name, value) => {
    expect(() => parseServerEnv({ ...plain, ...made(), [name]: String(value) })).toThrow(name)
    expect(() => parseSettings({ ...settings, server: { [name]: value } })).toThrow(`server.${name}`)
  })

  test('is not deployed when any other variable is wrong', () => {
    expect(() => createServerEnvironment(settings, { ...deployed, commit: 'main' })).toThrow('RELEASE_COMMIT')
  })

  const traces = {
    endpoint: 'https://collector.example:4318',
    share: 0.2,
    headersArn: 'arn:aws:secretsmanager:us-east-1:123456789012:secret:collector-AbCdEf',
  }
  const traced = containerIn(
    Template.fromStack(synthesise(deployed, { traces }).get('BreakingBarriers') ?? new Stack()),
  )

  test('traces when the settings name a collector, whose key stays secret', () => {
    expect(parseServerEnv({ ...plain, ...made() }).tracing).toBeUndefined()
    const key = { OTEL_EXPORTER_OTLP_HEADERS: 'x-key=abc' }
    expect(parseServerEnv({ ...traced.plain, ...made(), ...key }).tracing).toEqual({
      url: 'https://collector.example:4318/v1/traces',
      headers: { 'x-key': 'abc' },
      share: 0.2,
    })
    const headers = traced.container?.Secrets.find(({ Name }) => Name === 'OTEL_EXPORTER_OTLP_HEADERS')
    expect(headers?.ValueFrom).toBe(traces.headersArn)
    expect(secret).not.toContain('OTEL_EXPORTER_OTLP_HEADERS')
  })

  test.each([
    ['endpoint', 'collector.example'],
    ['endpoint', 'https://key@collector.example'],
    ['share', 2],
    ['headersArn', 'x-key=abc'],
  ])('is not created with the %s %s of traces', (name, wrong) => {
    expect(() => parseSettings({ ...settings, traces: { ...traces, [name]: wrong } })).toThrow(name)
  })

  /** Variables that the stack omits, with the reason. */
  const left: Record<string, string> = {
    DATA: 'of npm start',
    DATA_DIR: 'the folder of PGlite; here is PostgreSQL',
    STATIC_DIR: 'the image has the site in dist',
    HOST: 'all interfaces of the container',
    DATABASE_CONNECT_SECONDS: 'its default is for production',
    DATABASE_STATEMENT_SECONDS: 'its default is for production',
    VITE_USER_POOL_ENDPOINT: "absent is AWS's own",
    VITE_IDENTITY_POOL_ENDPOINT: "absent is AWS's own",
    VITE_STORAGE_ENDPOINT: "absent is AWS's own",
  }
  const ofStandIns =
    /^(?:SANDBOX_|TOKEN_|CREDENTIAL_|SITE_ORIGIN|(?:USER_POOL|OBJECT_STORE|MAILBOX|PERSON_SERVICES|SCRIPTS)_PORT)/

  test('is given every documented variable that production needs', () => {
    const [tables = ''] = readFileSync('docs/configuration.md', 'utf8').split('## Stand-ins')
    const named = tables
      .split('\n')
      .flatMap((row) =>
        [...(row.split(' | ')[0]?.matchAll(/`([A-Z_]+)`/g) ?? [])].map(([, name = '']) => name),
      )
    expect(named.length).toBeGreaterThan(35)
    const given = new Set([
      ...Object.keys({ ...plain, ...traced.plain, ...left }),
      ...secret,
      ...traced.secret,
      ...serverLimits,
    ])
    expect(named.filter((name) => !given.has(name) && !ofStandIns.test(name))).toEqual([])
  })

  test('connects to the database by the parts of its secret, over verified TLS', () => {
    const parts = { PGHOST: 'db.example', PGPORT: '5433', PGUSER: 'somebody', PGPASSWORD: 'a/b@c:d' }
    expect(secret).toEqual(expect.arrayContaining(Object.keys(parts)))
    const before = { ...process.env }
    Object.assign(process.env, parts)
    const client = new Client({ connectionString: plain['DATABASE_URL'] })
    process.env = before
    expect(client).toMatchObject({
      host: 'db.example',
      port: 5433,
      user: 'somebody',
      password: 'a/b@c:d',
      database: 'breaking_barriers',
      ssl: {},
    })
  })

  test('cannot write to its file system, and gets the time to finish', () => {
    expect(container?.ReadonlyRootFilesystem).toBe(true)
    expect(container?.StopTimeout).toBeGreaterThan(Number(plain['DRAIN_SECONDS']) + 20)
    expect(container?.StopTimeout).toBeLessThanOrEqual(120)
  })

  test('keeps its number of tasks over a deployment, and rolls back a release that does not start', () => {
    product.hasResourceProperties('AWS::ECS::Service', {
      DesiredCount: Match.absent(),
      DeploymentConfiguration: {
        MinimumHealthyPercent: 100,
        DeploymentCircuitBreaker: { Enable: true, Rollback: true },
      },
      NetworkConfiguration: { AwsvpcConfiguration: { AssignPublicIp: 'DISABLED' } },
    })
  })

  test('starts after the database has a writer and admits it, and there is a route out', () => {
    const [service] = Object.values(product.findResources('AWS::ECS::Service'))
    const awaited = new Set((service as { DependsOn: string[] }).DependsOn)
    for (const type of [
      'AWS::RDS::DBInstance',
      'AWS::EC2::Route',
      'AWS::SecretsManager::SecretTargetAttachment',
    ]) {
      const all = Object.keys(product.findResources(type))
      expect(all.length).toBeGreaterThan(0)
      expect(all.filter((id) => !awaited.has(id))).toEqual([])
    }
    expect(Object.keys(databaseIngressRules()).filter((id) => !awaited.has(id))).toEqual([])
  })

  test('can roll back at once: the previous task definition stays, and the outputs state the names', () => {
    const [definition] = Object.values(tasks)
    expect(definition).toMatchObject({ UpdateReplacePolicy: 'Retain' })
    const outputs = Object.keys(product.findOutputs('*'))
    expect(outputs).toEqual(expect.arrayContaining(['TaskFamily', 'ClusterName', 'ServiceName']))
  })

  const [group] = findProperties(product, 'AWS::ElasticLoadBalancingV2::TargetGroup')

  test('is not replaced while the database fails over', () => {
    expect(group).toMatchObject({ HealthCheckPath: '/readyz' })
    const maxStart =
      Number(group?.['HealthCheckIntervalSeconds']) * Number(group?.['UnhealthyThresholdCount'])
    expect(maxStart).toBe(300)
    const [service] = findProperties(product, 'AWS::ECS::Service')
    expect(service?.['HealthCheckGracePeriodSeconds']).toBeGreaterThan(maxStart)
  })

  test('is replaced soon when its process is dead, whatever the state of the database', () => {
    const { Command, Interval, Timeout, Retries } = container?.HealthCheck ?? {}
    expect(Command?.slice(0, 2)).toEqual(['CMD', '/nodejs/bin/node'])
    expect(readFileSync(Command?.[2] ?? '', 'utf8')).toContain('/healthz')
    expect([Interval, Timeout, Retries]).toEqual([10, 5, 3])
  })

  test('continues for as long as the balancer may still use it', () => {
    const attributes = group?.['TargetGroupAttributes'] as { Key: string; Value: string }[]
    const delay = attributes.find(({ Key }) => Key === 'deregistration_delay.timeout_seconds')
    expect(Number(delay?.Value)).toBeGreaterThan(0)
    expect(Number(plain['DRAIN_SECONDS'])).toBeGreaterThanOrEqual(Number(delay?.Value))
  })
})
