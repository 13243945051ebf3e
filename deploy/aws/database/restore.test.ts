import { readFileSync } from 'node:fs'
import { Stack } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { databaseName } from '../product-environment.ts'
import { parseSettings, type Settings } from '../settings.ts'
import { deployed, settings, synthesise } from '../testing/synthesise.ts'
import { onceProtected, product, findProperties } from '../testing/templates.ts'
import { createSourceArguments } from './database-source.ts'
import { backupDays } from './database.ts'

const synthesiseProduct = (given: Partial<Settings>) =>
  Template.fromStack(synthesise(deployed, given).get('BreakingBarriers') ?? new Stack())
const steps = readFileSync('docs/restore-at-aws.md', 'utf8')

const clusterName = 'breakingbarriers-database-1'

type Parameters = Record<string, string>

/** Evaluates a part of the product's template with these parameters, as AWS does. */
const evaluate = (value: unknown, parameters: Parameters): unknown => {
  const inner = (part: unknown) => evaluate(part, parameters)
  if (Array.isArray(value)) return value.map(inner)
  if (typeof value !== 'object' || value === null) return value
  const [[name, part] = []] = Object.entries(value)
  const parts = Array.isArray(part) ? part : []
  const isTrue = (condition: unknown) => inner(product.findConditions(String(condition))[String(condition)])
  if (name === 'Ref' && part === 'AWS::NoValue') return undefined
  if (name === 'Ref' && String(part) in parameters) return parameters[String(part)]
  if (name === 'Condition') return isTrue(part)
  if (name === 'Fn::Equals') return inner(parts[0]) === inner(parts[1])
  if (name === 'Fn::Not') return !inner(parts[0])
  if (name === 'Fn::Or') return parts.some(inner)
  if (name === 'Fn::If') return inner(isTrue(parts[0]) ? parts[1] : parts[2])
  return value
}

const defaults: Parameters = Object.fromEntries(
  Object.entries(product.findParameters('*')).map(([name, { Default }]) => [name, String(Default)]),
)

/** The stack's parameters after a deployment with these settings. Omitted parameters keep their values. */
const deployWith = (before: Parameters, source: Settings['databaseFrom']): Parameters => {
  const assignments = [
    ...createSourceArguments(source)
      .join(' ')
      .matchAll(/--parameters (\w+)=(\S*)/g),
  ]
  return { ...before, ...Object.fromEntries(assignments.map(([, name, value]) => [name, value])) }
}

const clusterWith = (parameters: Parameters) => {
  const [cluster = {}] = findProperties(product, 'AWS::RDS::DBCluster')
  const properties = Object.entries(cluster).map(([name, value]) => [name, evaluate(value, parameters)])
  return Object.fromEntries(properties) as Record<string, unknown>
}

describe('a database', () => {
  const yesterday = { snapshot: 'rds:yesterday' }
  const evening = { cluster: clusterName, time: '2026-11-23T18:00:00Z' }

  test.each([
    [yesterday, { SnapshotIdentifier: 'rds:yesterday' }],
    [evening, { SourceDBClusterIdentifier: clusterName, RestoreToTime: evening.time }],
  ])('restored from %j is a separate cluster', (source, names) => {
    const nothing = {
      SnapshotIdentifier: undefined,
      SourceDBClusterIdentifier: undefined,
      RestoreToTime: undefined,
    }
    expect(clusterWith(deployWith(defaults, source))).toMatchObject({
      ...nothing,
      ...names,
      // RDS refuses both together with a backup, which already contains them.
      MasterUsername: undefined,
      DatabaseName: undefined,
      MasterUserPassword: expect.anything(),
    })
  })

  test('does not delete the previous one', () => {
    product.hasResource('AWS::RDS::DBCluster', {
      UpdateReplacePolicy: 'Retain',
      Properties: Match.objectLike({ DeletionProtection: onceProtected(true, false) }),
    })
  })

  test('that was restored stays when the setting is removed, and is replaced only for another source', () => {
    const restored = deployWith(defaults, yesterday)
    expect(deployWith(restored, undefined)).toEqual(restored)
    expect(deployWith(restored, yesterday)).toEqual(restored)
    expect(clusterWith(deployWith(restored, evening))).toEqual(clusterWith(deployWith(defaults, evening)))
  })

  test('is not restored while tasks run', () => {
    const both = { ...settings, stopped: true, databaseFrom: yesterday }
    expect(parseSettings(both)).toMatchObject({ databaseFrom: yesterday })
    expect(() => parseSettings({ ...both, stopped: false })).toThrow('databaseFrom: needs `"stopped": true`')
  })

  test.each([
    [{ time: '2026-11-23T18:00:00Z' }, 'databaseFrom: must be a `snapshot`, or else'],
    [{ cluster: clusterName, time: 'yesterday' }, 'databaseFrom.time'],
    [{ cluster: clusterName, time: '2026-11-23T18:00:00-03:00' }, 'databaseFrom.time'],
    [{ snapshot: 'rds:yesterday', cluster: clusterName }, 'databaseFrom: must be a `snapshot`, or else'],
  ])('cannot be made from %j', (databaseFrom, says) => {
    expect(() => parseSettings({ ...settings, stopped: true, databaseFrom })).toThrow(says)
  })

  test('starts empty without the setting, and accepts the SQL of operators', () => {
    expect(clusterWith(defaults)).toMatchObject({
      SnapshotIdentifier: undefined,
      SourceDBClusterIdentifier: undefined,
      RestoreToTime: undefined,
      MasterUsername: 'breaking_barriers',
      DatabaseName: databaseName,
      EnableHttpEndpoint: true,
    })
  })
})

describe('the daily copy of the database', () => {
  const backupRegion = 'us-west-2'

  test('is sent to a vault in a second region if the settings name one', () => {
    const stacks = synthesise(deployed, { backupRegion })
    const copies = stacks.get('BreakingBarriersStorage-copies')
    expect(copies?.region).toBe(backupRegion)
    const [vault] = Object.values(
      Template.fromStack(copies ?? new Stack()).findResources('AWS::Backup::BackupVault'),
    )
    expect(vault).toMatchObject({
      DeletionPolicy: 'RetainExceptOnCreate',
      Properties: { EncryptionKeyArn: expect.anything() },
    })
    Template.fromStack(stacks.get('BreakingBarriers') ?? new Stack()).hasResourceProperties(
      'AWS::Backup::BackupPlan',
      {
        BackupPlan: {
          BackupPlanRule: [
            Match.objectLike({
              CopyActions: [
                {
                  DestinationBackupVaultArn: Match.objectLike({
                    'Fn::Join': [
                      '',
                      Match.arrayWith([
                        `:backup:${backupRegion}:${settings.account}:backup-vault:${vault?.['Properties'].BackupVaultName}`,
                      ]),
                    ],
                  }),
                  Lifecycle: { DeleteAfterDays: backupDays },
                },
              ],
            }),
          ],
        },
      },
    )
  })

  test.each([
    ['us-east-1', 'backupRegion: must not be us-east-1'],
    ['Ireland', 'backupRegion: must be the name of a region'],
  ])('cannot be in %s', (region, says) => {
    expect(() => parseSettings({ ...settings, backupRegion: region })).toThrow(says)
  })

  // The second is an AWS region in China, which needs a separate account.
  test.each(['us-west-3', 'cn-north-1'])('cannot be in %s, which this account does not have', (region) => {
    expect(() => synthesise({}, { backupRegion: region })).toThrow(
      `backupRegion: ${region} is not an AWS region; one is us-west-2`,
    )
  })
})

test('no task runs or starts while the settings say "stopped"', () => {
  const stopped = synthesiseProduct({ stopped: true })
  stopped.hasResourceProperties('AWS::ECS::Service', { DesiredCount: 0 })
  stopped.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    MinCapacity: 0,
    MaxCapacity: 0,
  })
  product.hasResourceProperties('AWS::ApplicationAutoScaling::ScalableTarget', {
    MinCapacity: settings.copies.least,
    MaxCapacity: settings.copies.most,
  })
})

test('the steps, the runbook and the instructions use only existing outputs and settings of the stack', () => {
  const outputs = Object.keys(product.findOutputs('*'))
  const [runbook, instructions] = ['docs/runbook.md', 'docs/aws.md'].map((file) => readFileSync(file, 'utf8'))
  const names = /\$\(said (\w+)\)|\boutputs?\s`([A-Z]\w+)`|<([A-Z][a-z]\w+)>/g
  const used = [...`${steps}${runbook}${instructions}`.matchAll(names)].map(
    ([, said, output, placeholder]) => said ?? output ?? placeholder ?? '',
  )
  expect(used.length).toBeGreaterThan(25)
  expect(used.filter((name) => !outputs.includes(name))).toEqual([])
  const examples = [...steps.matchAll(/^"databaseFrom": (\{.*\}),?$/gm)].map(
    ([, json = '']) => JSON.parse(json) as unknown,
  )
  expect(examples).toHaveLength(2)
  for (const databaseFrom of examples)
    expect(parseSettings({ ...settings, stopped: true, databaseFrom })).toMatchObject({ databaseFrom })
})
