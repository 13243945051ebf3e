import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'

/** Runs the build that `docs/production.md` describes for operators, with only these variables. */
const build = (variables: NodeJS.ProcessEnv) =>
  spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', '.data/never-built'], {
    env: { PATH: process.env['PATH'], ...variables },
    encoding: 'utf8',
  })

const standIns = parseEnv(readFileSync('.env.development', 'utf8'))

test('fails a build without the addresses of its services, and names what is missing', () => {
  const { status, stderr } = build({})
  expect(status).toBe(1)
  for (const name of ['VITE_USER_POOLS', 'VITE_LOYALTY_ADDRESS', 'VITE_STORAGE_BUCKET', 'VITE_PERSON_KEYS']) {
    expect(stderr).toContain(name)
  }
})

test('fails a build for an https origin with services on this machine, and names them', () => {
  const { status, stderr } = build({
    ...standIns,
    VITE_CONSENT_ADDRESS: 'https://consent.example',
    PUBLIC_ORIGIN: 'https://breaking-barriers.example',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('VITE_LOYALTY_ADDRESS, VITE_MARKETING_PROFILE_ADDRESSES')
  expect(stderr).not.toContain('VITE_CONSENT_ADDRESS')
})
