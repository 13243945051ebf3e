import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Stack } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { describe, expect, test } from 'vitest'
import { logRetention } from '../server.ts'
import { deployed, settings, synthesise } from '../testing/synthesise.ts'
import { product, findProperties } from '../testing/templates.ts'
import { copyCommand } from './hourly-copies.ts'

const backupRegion = 'us-west-2'
const stacks = synthesise(deployed, { backupRegion })
const templateIn = (name: string) => Template.fromStack(stacks.get(name) ?? new Stack())
const here = templateIn('BreakingBarriers')
const there = templateIn('BreakingBarriersStorage-copies')

describe('the hourly command', () => {
  /**
   * Runs the command with a fake `aws`, which returns the contents of the log and the vault, and fails at the
   * command `failing`.
   */
  const run = (world: { failing?: string; points?: string }) => {
    const folder = mkdtempSync(join(tmpdir(), 'copies-'))
    const bucket = join(folder, 'bucket')
    const aws = `#!/bin/sh
[ "$1" = '${world.failing ?? ''}' ] && exit 1
case "$1" in
  logs) echo 'account erased' ;;
  s3) shift 5; cat "$1" > '${bucket}'; echo "$2" > '${join(folder, 'key')}' ;;
  backup) echo '${world.points ?? ''}' ;;
esac
`
    writeFileSync(join(folder, 'aws'), aws)
    chmodSync(join(folder, 'aws'), 0o755)
    const command = copyCommand.replaceAll('/tmp/', `${folder}/`)
    const names = { LOG_GROUP: 'ours', COPY_REGION: backupRegion, COPY_BUCKET: 'copies' }
    const { stdout } = spawnSync('sh', ['-c', command], {
      env: { ...names, PATH: `${folder}:${process.env['PATH']}` },
      encoding: 'utf8',
    })
    const read = (path: string) => (existsSync(path) ? readFileSync(path, 'utf8').trim() : undefined)
    return { printed: stdout.trim().split('\n'), copied: read(bucket), key: read(join(folder, 'key')) }
  }

  const [erasures, database] = ['The log of erasures was copied.', 'A copy of the database was found.']

  test('reports what is in the second region, and stores the lines there under the hour', () => {
    const { printed, copied, key } = run({ points: 'arn:yesterday' })
    expect(printed).toEqual([erasures, database])
    expect(copied).toBe('account erased')
    expect(key).toMatch(/^s3:\/\/copies\/\d{4}-\d\d-\d\dT\d\d\.log$/)
  })

  test.each([
    ['the log cannot be read', { failing: 'logs', points: 'arn:yesterday' }, [database]],
    ['the bucket takes nothing', { failing: 's3', points: 'arn:yesterday' }, [database]],
    ['the vault cannot be read', { failing: 'backup' }, [erasures]],
    ['no copy of the database arrived', { points: '' }, [erasures]],
  ])('does not report this when %s', (_what, world, expected) => {
    expect(run(world).printed).toEqual(expected)
  })

  test('searches with a time that AWS understands', () => {
    const [, time = ''] = /--by-created-after "\$\((.*?)\)"/.exec(copyCommand) ?? []
    const printed = Date.parse(execFileSync('sh', ['-c', time], { encoding: 'utf8' }).trim())
    expect(Math.abs(Date.now() - printed - 2 * 24 * 3_600_000)).toBeLessThan(3_700_000)
  })
})

test('counts each line, and raises an alarm after three hours without one', () => {
  for (const [alarm, metric] of [
    ['ErasuresNotCopied', 'ErasuresCopied'],
    ['DatabaseNotCopied', 'DatabaseFound'],
  ] as const) {
    const [filter] = Object.values(
      here.findResources('AWS::Logs::MetricFilter', {
        Properties: { MetricTransformations: [Match.objectLike({ MetricName: metric })] },
      }),
    )
    const pattern = String(filter?.['Properties'].FilterPattern)
    expect(copyCommand).toContain(`echo '${pattern.slice(1, -1)}'`)
    const found = here.findResources('AWS::CloudWatch::Alarm', {
      Properties: {
        MetricName: metric,
        Period: 3600,
        EvaluationPeriods: 3,
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
        TreatMissingData: 'breaching',
        AlarmDescription: Match.stringLikeRegexp('#a-copy-in-the-second-region-is-missing$'),
      },
    })
    expect(Object.keys(found).map((id) => id.startsWith(alarm))).toEqual([true])
  }
  expect(readFileSync('docs/runbook.md', 'utf8')).toContain('\n## A copy in the second region is missing\n')
})

test('the hourly task writes to the bucket of the second region, which keeps its files as long as the log', () => {
  const [bucket] = findProperties(there, 'AWS::S3::Bucket')
  expect(bucket).toMatchObject({
    LifecycleConfiguration: { Rules: [{ ExpirationInDays: logRetention }] },
    PublicAccessBlockConfiguration: { BlockPublicPolicy: true },
  })
  here.hasResourceProperties('AWS::ECS::TaskDefinition', {
    ContainerDefinitions: [
      Match.objectLike({
        Command: [copyCommand],
        Environment: Match.arrayWith([
          { Name: 'LOG_GROUP', Value: { Ref: Match.stringLikeRegexp('^ErasureLog') } },
          { Name: 'COPY_REGION', Value: backupRegion },
          { Name: 'COPY_BUCKET', Value: bucket?.['BucketName'] },
        ]),
      }),
    ],
  })
  here.hasResourceProperties('AWS::Events::Rule', { ScheduleExpression: 'rate(1 hour)', State: 'ENABLED' })
})

test('creates none of this without a second region', () => {
  product.resourceCountIs('AWS::Events::Rule', 0)
  expect(settings.backupRegion).toBeUndefined()
})
