import { execFile } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { listen, stopListening } from '../../node/listen.ts'

const run = promisify(execFile)

/** The package is 20 MB. A slow mirror must not delay the tests for longer than this. */
const installTimeoutMs = 180_000
/** Long enough for a busy machine. */
const startTimeoutSeconds = 120

/** Debian installs the programs of every version in this folder. */
const debianVersions = '/usr/lib/postgresql'

export type RunningPostgres = {
  url: string
  /** Restarts as an operator does. PostgreSQL disconnects all clients, even in the middle of a query. */
  restart: () => Promise<void>
  stop: () => Promise<void>
}
/** A running PostgreSQL, or the reason why there is none on this machine. */
export type TestPostgres = RunningPostgres | { skipped: string }

/** Finds the folder with the programs of the newest PostgreSQL. */
const findProgramFolder = (): string | undefined => {
  if (!existsSync(debianVersions)) return undefined
  return readdirSync(debianVersions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(debianVersions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

const isRoot = process.getuid?.() === 0

/** Installs Debian's package if this process is root on Debian. Returns whether that succeeded. */
const installPostgres = async (): Promise<boolean> => {
  if (!isRoot || !existsSync('/etc/debian_version')) return false
  const options = {
    timeout: installTimeoutMs,
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

/**
 * Finds the account that the PostgreSQL package created, because PostgreSQL does not run as root. Returns
 * undefined if this process is not root.
 */
const findServerAccount = async (): Promise<Account | undefined> => {
  if (!isRoot) return undefined
  const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
  return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
}

const findFreePort = async (): Promise<number> => {
  const server = createServer()
  const port = await listen(server, { port: 0, variable: 'PGPORT', host: '127.0.0.1' })
  await stopListening(server, 0)
  return port
}

/** Faster settings. The files are deleted after the test, so they do not have to survive a crash. */
const fastSettings = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'unix_socket_directories=',
]

/** The certificate and the key of a server on 127.0.0.1, as PEM. */
export type Tls = { certificate: string; key: string }

/** Writes the certificate and the key, and returns the settings that use them. */
const writeTls = (directory: string, tls: Tls, account: Account | undefined): string[] => {
  for (const [name, content] of Object.entries({ 'server.crt': tls.certificate, 'server.key': tls.key })) {
    const path = join(directory, name)
    writeFileSync(path, content, { mode: 0o600 })
    if (account) chownSync(path, account.uid, account.gid)
  }
  return ['ssl=on']
}

/** Creates a data directory and starts a server on it. `programFolder` has PostgreSQL's programs. */
const startCluster = async (programFolder: string, tls: Tls | undefined): Promise<TestPostgres> => {
  const account = await findServerAccount()
  const directory = mkdtempSync(join(tmpdir(), 'test-postgres-'))
  if (account) chownSync(directory, account.uid, account.gid)
  const runProgram = (program: string, ...args: string[]) =>
    run(join(programFolder, program), ['-D', directory, ...args], { ...account, cwd: directory })
  const stop = async () => {
    // Fails if the server did not start or has already ended, so there is nothing to stop.
    await runProgram('pg_ctl', 'stop', '--mode=fast').catch(() => undefined)
    rmSync(directory, { recursive: true, force: true })
  }
  try {
    await runProgram(
      'initdb',
      '-U',
      'postgres',
      '--auth=trust',
      '--encoding=UTF8',
      '--no-sync',
      '--no-locale',
    )
    const port = await findFreePort()
    const ssl = tls ? writeTls(directory, tls, account) : []
    const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', ...fastSettings, ...ssl]
    const options = settings.map((setting) => `-c ${setting}`).join(' ')
    const startOptions = ['--wait', `--timeout=${startTimeoutSeconds}`, '--log', join(directory, 'log')]
    await runProgram('pg_ctl', 'start', ...startOptions, '--options', options)
    const restart = async () => {
      await runProgram('pg_ctl', 'restart', '--mode=fast', ...startOptions)
    }
    return { url: `postgres://postgres@127.0.0.1:${port}/postgres`, restart, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts a separate PostgreSQL for the tests, with Debian's programs, or returns why it cannot. */
export const startTestPostgres = async (tls?: Tls): Promise<TestPostgres> => {
  const programFolder = findProgramFolder() ?? ((await installPostgres()) ? findProgramFolder() : undefined)
  if (programFolder === undefined)
    return { skipped: 'PostgreSQL is not installed; apt-get install postgresql adds it.' }
  try {
    return await startCluster(programFolder, tls)
  } catch (error) {
    return { skipped: `PostgreSQL does not start: ${error instanceof Error ? error.message : String(error)}` }
  }
}
