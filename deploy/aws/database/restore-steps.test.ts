import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/** The commands in a document's examples, with a number in place of each `<…>`. */
const readCommands = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/^( *)```sh\n([^]*?)\n *```$/gm)].map(([, , block = '']) =>
    block.replaceAll(/<[^<>]+>/g, '2'),
  )

const steps = readCommands('docs/restore-at-aws.md')

test.each(['docs/restore-at-aws.md', 'docs/runbook.md'])('a shell can read the commands of %s', (file) => {
  for (const command of readCommands(file))
    expect(spawnSync('bash', ['--norc', '-n', '-c', command], { encoding: 'utf8' }).stderr).toBe('')
})

describe('the steps of a restore', () => {
  /** A fake `aws` that records its calls and answers those whose result a later command needs. */
  const aws = `#!/bin/sh
echo "$@" >> "$(dirname "$0")/calls"
case "$*" in
  *AfterRestore*) echo aws ecs run-task --network-configuration 'awsvpcConfiguration={subnets=[a,b]}' ;;
  *Sql*) echo aws rds-data execute-statement ;;
  *OutputKey*) echo "$*" | sed "s/.*OutputKey=='\\([A-Za-z]*\\)'.*/the-\\1/" ;;
  *run-task*) echo the-task ;;
  *describe-log-groups*) echo 1764115200000 ;;
esac
`
  const run = (script: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'steps-'))
    const names = { aws, npm: '#!/bin/sh\n', curl: '#!/bin/sh\n' }
    for (const [name, text] of Object.entries(names)) {
      writeFileSync(join(folder, name), text)
      chmodSync(join(folder, name), 0o755)
    }
    const { stdout, stderr } = spawnSync('bash', ['--norc', '-euc', script], {
      env: { PATH: `${folder}:${process.env['PATH']}` },
      encoding: 'utf8',
    })
    return { stdout, stderr, calls: readFileSync(join(folder, 'calls'), 'utf8').split('\n') }
  }

  /** The steps without the alternative that reads the other log. */
  const withTheLogOfErasures = steps.filter((step) => step !== 'log=$(said ServerLogGroup)')

  test('use only variables that they set, and show when the log of erasures was created', () => {
    const { stdout, stderr } = run(steps.join('\n'))
    expect(stderr).toBe('')
    expect(stdout).toContain('2025-11-26T00:00:00.000Z')
  })

  test.each([
    ['of erasures', withTheLogOfErasures, 'the-ErasureLogGroup'],
    ['of the tasks', steps, 'the-ServerLogGroup'],
  ])('make the task read the log %s, and wait for that task', (_which, chosen, log) => {
    expect(chosen.length).toBeGreaterThan(6)
    const { calls } = run(chosen.join('\n'))
    const [started, ...others] = calls.filter((call) => call.includes('run-task --'))
    expect(others).toEqual([])
    const [, overrides = ''] = /--overrides (\{.*\})/.exec(started ?? '') ?? []
    expect(JSON.parse(overrides)).toEqual({
      containerOverrides: [{ name: 'log', environment: [{ name: 'LOG_GROUP', value: log }] }],
    })
    expect(calls).toContain('ecs wait tasks-stopped --cluster the-ClusterName --tasks the-task')
  })
})
