import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Runs a script in a Node that reports a different version. */
const runAs = (version: string, script: string) => {
  const versions = JSON.stringify({ ...process.versions, node: version })
  const code = `Object.defineProperty(process, 'versions', { value: ${versions} }); import('./${script}')`
  return spawnSync(process.execPath, ['-e', code], { cwd: root, encoding: 'utf8', env: {} })
}

test.each(['server/main.js', 'scripts/run.js'])('%s reports in one line that Node is too old', (script) => {
  for (const version of ['16.20.2', '20.20.2', '22.17.1']) {
    const { status, stderr } = runAs(version, script)
    expect([status, stderr.split('\n').length]).toEqual([1, 2])
    expect(stderr).toContain(`needs Node 22.18 or newer; this is ${version}.`)
  }
})

test('starts the server on a new enough Node, and the server reports what is missing', () => {
  const { status, stderr } = runAs('22.18.0', 'server/main.js')
  expect(status).toBe(1)
  expect(stderr).toMatch(/^The environment is incomplete\. /)
})
