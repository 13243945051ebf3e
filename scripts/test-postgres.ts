import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client } from 'pg'

const run = promisify(execFile)

/** ms; the package is 20 MB, and a slow mirror is no reason to hold the tests up for long */
const installPatience = 180_000
/** ms */
const startPatience = 20_000

/** Where Debian puts every version's programs. */
const debianVersions = '/usr/lib/postgresql'

export type TestPostgres = { url: string; stop: () => Promise<void> } | { skipped: string }

const findPrograms = (): string | undefined => {
  if (!existsSync(debianVersions)) return undefined
  return readdirSync(debianVersions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debianVersions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

const isRoot = process.getuid?.() === 0

/** Tries Debian's package where that is possible; true when it was installed. */
const install = async (): Promise<boolean> => {
  if (!isRoot || !existsSync('/etc/debian_version')) return false
  const options = {
    timeout: installPatience,
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  try {
    await run('apt-get', ['update', '-qq'], options)
    await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'postgresql'], options)
    return true
  } catch {
    return false
  }
}

type Account = { uid: number; gid: number }

/** PostgreSQL refuses to run as root: it gets the account that its package made. */
const accountForServer = async (): Promise<Account | undefined> => {
  if (!isRoot) return undefined
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

const freePort = (): Promise<number> => {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const server = createServer()
  server.once('error', reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    server.close(() => {
      if (address === null || typeof address === 'string') reject(new Error('There is no free port.'))
      else resolve(address.port)
    })
  })
  return promise
}

const untilReady = async (url: string, server: ChildProcess): Promise<void> => {
  const deadline = Date.now() + startPatience
  for (;;) {
    if (server.exitCode !== null) throw new Error(`postgres ended with code ${server.exitCode}`)
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
    await wait(100)
  }
}

/** Ends the server and removes its files; SIGINT is PostgreSQL's fast shutdown. */
const stopServer = async (server: ChildProcess, directory: string): Promise<void> => {
  if (server.exitCode === null && server.signalCode === null) {
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    server.once('exit', () => resolve())
    server.kill('SIGINT')
    await ended
  }
  rmSync(directory, { recursive: true, force: true })
}

const startCluster = async (programs: string): Promise<TestPostgres> => {
  const account = await accountForServer()
  const directory = mkdtempSync(join(tmpdir(), 'test-postgres-'))
  if (account) chownSync(directory, account.uid, account.gid)
  // Nobody's files outlive the test, so nothing needs to reach the disk.
  const quick = ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off', 'unix_socket_directories=']
  let server: ChildProcess | undefined
  try {
    const init = [
      '-D',
      directory,
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
      '--no-locale',
    ]
    await run(join(programs, 'initdb'), init, { ...account, cwd: directory })
    const port = await freePort()
    const listen = ['-D', directory, '-p', String(port), '-c', 'listen_addresses=127.0.0.1']
    server = spawn(join(programs, 'postgres'), [...listen, ...quick.flatMap((setting) => ['-c', setting])], {
      ...account,
      cwd: directory,
      stdio: 'ignore',
    })
    const url = `postgres://postgres@127.0.0.1:${port}/postgres`
    await untilReady(url, server)
    const started = server
    return { url, stop: () => stopServer(started, directory) }
  } catch (error) {
    if (server) await stopServer(server, directory)
    else rmSync(directory, { recursive: true, force: true })
    throw error
  }
}

/** A PostgreSQL of its own for the tests, on loopback, with Debian's programs; or why there is none. */
export const startTestPostgres = async (): Promise<TestPostgres> => {
  const programs = findPrograms() ?? ((await install()) ? findPrograms() : undefined)
  if (programs === undefined)
    return { skipped: 'PostgreSQL is not installed; apt-get install postgresql adds it.' }
  try {
    return await startCluster(programs)
  } catch (error) {
    return { skipped: `PostgreSQL does not start: ${error instanceof Error ? error.message : String(error)}` }
  }
}
