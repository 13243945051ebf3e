import { execFileSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseServerEnv } from '../../server/server-env.ts'
import { createServerEnvironment } from './product-environment.ts'
import { readReleaseCommit } from './release-commit.ts'
import { deployed, settings } from './testing/synthesise.ts'

const author = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.org']

const startFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'release-'))
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const git = (...args: string[]) =>
    execFileSync('git', [...author, ...args], { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim()
  return { folder, git, write }
}

const startRepository = () => {
  const { git, write, ...found } = startFolder()
  git('init')
  write('.gitignore', 'settings.json')
  write('server.ts', '1')
  git('add', '.')
  git('commit', '-m', 'Begin')
  return { git, write, ...found }
}

describe('the commit of a release', () => {
  test('is the checked-out one, regardless of ignored files', () => {
    const { folder, git, write } = startRepository()
    write('settings.json', '{}')
    expect(readReleaseCommit(folder)).toBe(git('rev-parse', 'HEAD'))
  })

  test.each([
    ['a changed file', 'server.ts'],
    ['a file that was not added', 'more.ts'],
  ])('is omitted when %s is deployed with it', (_what, name) => {
    const { folder, write } = startRepository()
    write(name, '2')
    expect(readReleaseCommit(folder)).toBeUndefined()
  })

  test('is omitted without a history', () => {
    expect(readReleaseCommit(startFolder().folder)).toBeUndefined()
  })

  test('is passed to the server if it is known', () => {
    const { folder } = startRepository()
    const commit = readReleaseCommit(folder)
    const secrets = {
      LOYALTY_VENDOR: 'not-set',
      STORAGE_DEVELOPER_KEY_ID: 'x',
      STORAGE_DEVELOPER_KEY_SECRET: 'x',
    }
    const environment = (known: typeof deployed) => ({
      ...createServerEnvironment(settings, known),
      ...secrets,
    })
    expect(parseServerEnv(environment({ ...deployed, commit })).commit).toBe(commit)
    expect(environment({ ...deployed, commit: undefined })).not.toHaveProperty('RELEASE_COMMIT')
  })
})
