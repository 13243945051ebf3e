import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project's root, where every command runs. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a script of this Node that does not outlive us, unless we are killed by SIGKILL. */
const spawnNode = (args: string[], options: SpawnOptions): ChildProcess => {
  const child = spawn(process.execPath, args, { cwd: root, ...options })
  const end = () => void child.kill('SIGTERM')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  return child
}

/** The exit code of a script, once it has ended, or once all that it said is here too. */
const exitOf = (child: ChildProcess, event: 'exit' | 'close' = 'exit'): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once(event, (code) => resolve(code ?? 1))
  })

export type Environment = Record<string, string | undefined>

/** Runs a script of this Node to its end with our own output; returns its exit code. */
export const run = (args: string[], env: Environment = process.env): Promise<number> =>
  exitOf(spawnNode(args, { env, stdio: 'inherit' }))

/** Runs an installed package's command in an environment, without a shell in between that outlives us. */
export const toolIn = (env: Environment, name: keyof typeof tools, ...args: string[]): Promise<number> =>
  run([tools[name], ...args], env)

/** Runs an installed package's command, as `tool('vite', 'build')`. */
export const tool = (name: keyof typeof tools, ...args: string[]): Promise<number> =>
  toolIn(process.env, name, ...args)

export type Outcome = { code: number; output: string }

/** Runs an installed package's command beside others, whose output would mix with its own. */
export const toolAside = async (name: keyof typeof tools, ...args: string[]): Promise<Outcome> => {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawnNode([tools[name], ...args], {
    env: { ...process.env, ...color },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => said.push(bytes))
  const code = await exitOf(child, 'close')
  return { code, output: Buffer.concat(said).toString() }
}

/**
 * Runs an installed package's command in a group of processes of its own; after `limit` ms all of them are killed, and there is no
 * exit code. Tests that turn in a circle cannot be ended from inside.
 */
export const toolWithin = async (
  limit: number,
  name: keyof typeof tools,
  ...args: string[]
): Promise<number | undefined> => {
  const child = spawnNode([tools[name], ...args], { stdio: 'inherit', detached: true })
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, limit)
  const code = await exitOf(child)
  clearTimeout(timer)
  return isLate ? undefined : code
}

/** Where each installed command's script lies. */
const tools = {
  knip: 'node_modules/knip/bin/knip.js',
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
} as const

export type Service = {
  /** Resolves with the exit code when the process ends, for whatever reason. */
  ended: Promise<number>
  stop: () => Promise<void>
}

/** A server that ended before it was ready. It has said why itself, in one line; there is nothing to add. */
export class EndedEarly extends Error {
  override name = 'EndedEarly'
}

/** Starts a server and resolves when it sends the message `ready`; rejects with EndedEarly when it ends before that. */
export const startService = async (
  script: string,
  env: Environment,
  ...flags: string[]
): Promise<Service> => {
  const child = spawnNode([...flags, script], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = exitOf(child)
  const ready = new Promise<'ready'>((resolve) => child.once('message', () => resolve('ready')))
  const first = await Promise.race([ready, ended])
  if (first !== 'ready') throw new EndedEarly(`${script} ended with exit code ${first}.`)
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Calls `stop` once when this script shall end: Ctrl-C, a termination, or when the shell or npm that started it is
 * gone, which does not pass on a signal that it got alone.
 */
export const onStop = (stop: () => void): void => {
  const parent = process.ppid
  const watch = setInterval(() => process.ppid !== parent && once(), 500)
  watch.unref()
  const once = () => {
    clearInterval(watch)
    process.off('SIGINT', once)
    process.off('SIGTERM', once)
    stop()
  }
  process.on('SIGINT', once)
  process.on('SIGTERM', once)
}
