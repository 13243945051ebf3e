import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Match } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { erasedMessage, signedOutMessage } from '../../../server/db/restore/replay-log.ts'
import { createServerEnvironment } from '../product-environment.ts'
import { deployed, settings } from '../testing/synthesise.ts'
import { product } from '../testing/templates.ts'
import { fetchLog } from './operations.ts'

type Container = { Name: string; Environment: unknown; Secrets: unknown; Image: unknown }

describe('the operations task', () => {
  const listContainers = (family: string) =>
    Object.values(
      product.findResources('AWS::ECS::TaskDefinition', {
        Properties: { Family: Match.stringLikeRegexp(family) },
      }),
    ).flatMap((found) => found['Properties'].ContainerDefinitions as Container[])
  const ours = (containers: Container[]) => containers.find(({ Name }) => Name === 'product')

  test('has the image, the variables and the secrets of the tasks', () => {
    const [server, operations] = [ours(listContainers('Server')), ours(listContainers('Operations'))]
    expect(server?.Secrets).toEqual(operations?.Secrets)
    expect(server?.Image).toEqual(operations?.Image)
    expect(server?.Environment).toEqual(operations?.Environment)
  })

  test('reads the log of erasures, or that of the tasks if chosen, before it does its work', () => {
    const read = (log: string) =>
      Match.objectLike({
        Action: 'logs:FilterLogEvents',
        Resource: Match.arrayWith([{ 'Fn::GetAtt': [Match.stringLikeRegexp(`^${log}`), 'Arn'] }]),
      })
    product.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: Match.objectLike({
        Statement: Match.arrayWith([read('ErasureLog'), read('ServerLog')]),
      }),
      Roles: [{ Ref: Match.stringLikeRegexp('^OperationsTaskRole') }],
    })
    const reader = listContainers('Operations').find(({ Name }) => Name === 'log')
    expect(reader?.Environment).toEqual(
      expect.arrayContaining([{ Name: 'LOG_GROUP', Value: { Ref: expect.stringMatching(/^ErasureLog/) } }]),
    )
    expect(ours(listContainers('Operations'))).toMatchObject({
      Command: ['server/after-restore.js', '/logs/server.log'],
      DependsOn: [{ Condition: 'SUCCESS', ContainerName: 'log' }],
    })
  })

  /** `aws logs tail` prints time and stream before each line, and finds lines with one of the terms. */
  const aws = `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs')
const folder = __dirname
writeFileSync(folder + '/asked', process.argv.slice(2).join(' '))
const terms = [...process.argv.at(-1).matchAll(/\\?"([^"]+)"/g)].map(([, term]) => term)
for (const line of readFileSync(folder + '/cloud', 'utf8').split('\\n'))
  if (terms.some((term) => line.includes(term))) console.log('2026-11-24T18:35:14.000000+00:00 server/product/0123 ' + line)
`

  /** Runs both containers of the task on a log. */
  const runOn = (...lines: (string | object)[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'operations-'))
    writeFileSync(join(folder, 'aws'), aws)
    chmodSync(join(folder, 'aws'), 0o755)
    const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)))
    writeFileSync(join(folder, 'cloud'), text.join('\n'))
    const script = fetchLog.replaceAll('/logs/', `${folder}/`)
    execFileSync('sh', ['-c', script], {
      env: { PATH: `${folder}:${process.env['PATH']}`, LOG_GROUP: 'ours' },
    })
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/^logs tail ours --since 9w /)

    const { DATABASE_URL: _, ...variables } = createServerEnvironment(settings, deployed)
    const secrets = {
      LOYALTY_VENDOR: btoa('name:secret'),
      STORAGE_DEVELOPER_KEY_ID: 'x',
      STORAGE_DEVELOPER_KEY_SECRET: 'x',
    }
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      ['server/after-restore.js', join(folder, 'server.log')],
      { env: { ...variables, ...secrets, DATA_DIR: join(folder, 'data') }, encoding: 'utf8' },
    )
    return { printed: stdout + stderr, status }
  }

  const start = 'Breaking Barriers is ready at https://coaches.example on port 8080 (PostgreSQL).'
  const request = { time: '2026-11-24T18:35:14.000Z', level: 'info', message: 'request' }
  const erased = {
    ...request,
    message: erasedMessage,
    number: randomUUID(),
    customerHash: 'a'.repeat(64),
    erasedAt: request.time,
    by: 'customer',
  }
  const signedOut = { ...request, message: signedOutMessage, customer: randomUUID(), notBefore: request.time }

  test('erases the customers in the log again, by the exact command of the task', () => {
    const { printed, status } = runOn(start, request, erased, signedOut)
    expect(printed).toMatch(/^1 erasures, 1 sign-outs /)
    expect(status).toBe(0)
  })

  test('accepts a log without erasures', () => {
    const { printed, status } = runOn(start, request)
    expect(printed).toMatch(/^0 erasures, /)
    expect(status).toBe(0)
  })

  test.each([
    ['has nothing of the server', [request], "no line of this server's log"],
    ['has an erasure that cannot be read', [start, { ...erased, number: 1 }], 'tells of 1 erasures'],
  ])('fails, and reports why, when the log %s', (_what, lines, why) => {
    const { printed, status } = runOn(...lines)
    expect(printed).toContain(why)
    expect(status).toBe(1)
  })
})
