import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileCache } from '../server/testing/compile-cache.ts'

let directory: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'sandbox-main-'))
})
afterEach(() => rm(directory, { recursive: true }))

const main = join(import.meta.dirname, 'main.ts')
const createEnvironment = (environment: Record<string, string>) => ({
  PATH: process.env['PATH'],
  ...compileCache,
  USER_POOL_PORT: '0',
  OBJECT_STORE_PORT: '0',
  MAILBOX_PORT: '0',
  PERSON_SERVICES_PORT: '0',
  SCRIPTS_PORT: '0',
  SANDBOX_DATA: join(directory, 'data'),
  ...environment,
})
const run = (environment: Record<string, string> = {}) =>
  spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: createEnvironment(environment),
  })
/** Runs it as a parent does that waits until the sandbox is ready. */
const runWithChannel = () =>
  spawn(process.execPath, [main], {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: createEnvironment({}),
  })

const outcome = async (child: ReturnType<typeof run>) => {
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { stdout, stderr, code: code as number | null }
}

const ready = async (child: ReturnType<typeof run>) => {
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return JSON.parse(line.toString()) as Record<string, string>
}

test('prints in one line where everything is, and stops on a signal', async () => {
  const child = run()
  const addresses = await ready(child)
  expect(addresses['ready']).toBe('sandbox')
  const page = await fetch(addresses['mailbox']!)
  expect(await page.text()).toContain('<h1>Mailbox</h1>')

  child.kill('SIGTERM')
  await expect(once(child, 'exit')).resolves.toEqual([0, null])
  await expect(readFile(join(directory, 'data', 'server.lock'))).rejects.toThrow('ENOENT')
})

test('stops when its parent process ends', async () => {
  const child = runWithChannel()
  expect(await once(child, 'message')).toEqual(['ready', undefined])
  child.disconnect()
  await expect(once(child, 'exit')).resolves.toEqual([0, null])
  await expect(readFile(join(directory, 'data', 'server.lock'))).rejects.toThrow('ENOENT')
})

test('stops when its parent process ends during the start', async () => {
  const child = runWithChannel()
  child.disconnect()
  await expect(once(child, 'exit')).resolves.toEqual([0, null])
  await expect(readFile(join(directory, 'data', 'server.lock'))).rejects.toThrow('ENOENT')
})

test('a second sandbox on the same directory fails with one line', async () => {
  const first = run()
  await ready(first)
  const second = await outcome(run())
  expect(second.code).toBe(1)
  expect(second.stderr).toMatch(new RegExp(`^Sandbox: .* is in use by process ${first.pid}; .*\n$`))
  first.kill('SIGKILL')
  await once(first, 'exit')

  // The killed process could not clean up. The next start takes over its lock.
  const third = run()
  await ready(third)
  third.kill('SIGINT')
  await expect(once(third, 'exit')).resolves.toEqual([0, null])
})

test('names a busy port, and leaves no lock behind', async () => {
  const busy = createServer().listen(0, 'localhost')
  await once(busy, 'listening')
  const { port } = busy.address() as AddressInfo
  const { code, stderr } = await outcome(run({ MAILBOX_PORT: String(port) }))
  busy.close()
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `Sandbox: Port ${port} is in use; set MAILBOX_PORT to another one.\n`,
  })
  await expect(readFile(join(directory, 'data', 'server.lock'))).rejects.toThrow('ENOENT')
})

test('names a directory that cannot be written', async () => {
  await writeFile(join(directory, 'file'), '')
  const { code, stderr } = await outcome(run({ SANDBOX_DATA: join(directory, 'file', 'data') }))
  expect(code).toBe(1)
  expect(stderr).toMatch(/^Sandbox: The data directory .* cannot be written: .*ENOTDIR.*\n$/)
})

test('names an invalid port', async () => {
  const { code, stderr } = await outcome(run({ MAILBOX_PORT: 'eighty' }))
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: 'Sandbox: MAILBOX_PORT is "eighty", which is invalid\n',
  })
})
