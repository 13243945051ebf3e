import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findOlderRelease } from './older-release.ts'

const author = ['-c', 'user.name=Ana', '-c', 'user.email=ana@secret.example', '-c', 'commit.gpgsign=false']

/** A repository in which each commit adds a migration or another file. */
const startRepository = (...files: string[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'repository-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const git = (...args: string[]) =>
    execFileSync('git', [...author, ...args], { cwd: folder, stdio: 'ignore' })
  const write = (file: string) => {
    mkdirSync(join(folder, 'server/db/migrations'), { recursive: true })
    writeFileSync(join(folder, file.endsWith('.sql') ? 'server/db/migrations' : '.', file), '')
  }
  const commit = (file: string) => {
    write(file)
    git('add', '.')
    git('commit', '-m', file)
  }
  git('init')
  files.forEach(commit)
  const older = (named?: string) => {
    const release = findOlderRelease(named, folder)
    return release.ok ? release.value.title.replace(/^\w+ /, '') : release.error
  }
  return { folder, git, write, commit, older }
}

test('takes the newest commit with other migrations as the older release when there is none', () => {
  const { older, write } = startRepository('a.sql', 'b.ts', 'c.sql', 'd.ts')
  expect(older()).toBe('b.ts')
  write('e.sql')
  expect(older()).toBe('d.ts')
})

test('takes the last release before this commit, or the named one', () => {
  const { older, git, commit } = startRepository('a.sql', 'b.ts', 'c.sql')
  git('tag', 'v1.0.0', 'HEAD^')
  expect(older()).toBe('b.ts')
  git('tag', 'v1.1.0')
  expect(older()).toBe('b.ts')
  commit('d.ts')
  expect(older()).toBe('c.sql')
  expect(older('v1.0.0')).toBe('b.ts')
})

test('reports a history that does not reach back to it, and how to complete it', () => {
  const { folder } = startRepository('a.sql', 'b.ts')
  const { folder: empty, older } = startRepository()
  execFileSync('git', ['pull', '--depth=1', `file://${folder}`], { cwd: empty, stdio: 'ignore' })
  expect(older()).toMatch(/^The history here has no older release \(fatal: .*\); git fetch --unshallow/)
  expect(older('v9.9.9')).toMatch(/^The history here has no older release/)
})
