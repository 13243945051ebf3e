import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The project's root. Every command runs in this folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Starts a script in Node. When this process exits, it ends the script, except after a SIGKILL. */
const spawnNode = (args: string[], options: SpawnOptions): ChildProcess => {
  const child = spawn(process.execPath, args, { cwd: root, ...options })
  const endChild = () => void child.kill('SIGTERM')
  process.once('exit', endChild)
  child.once('exit', () => process.off('exit', endChild))
  return child
}

/** Resolves with the exit code of a script: on `exit`, or on `close`, when all of its output has arrived. */
const awaitExit = (child: ChildProcess, event: 'exit' | 'close' = 'exit'): Promise<number> =>
  new Promise((resolve, reject) => {
    child.once('error', reject)
    // A script that a signal has ended has no exit code.
    child.once(event, (code) => resolve(code ?? 1))
  })

export type Environment = Record<string, string | undefined>

/** Runs a script in Node until it ends, with inherited output. Returns its exit code. */
export const run = (args: string[], env: Environment = process.env): Promise<number> =>
  awaitExit(spawnNode(args, { env, stdio: 'inherit' }))

/** The scripts of the commands that installed packages provide, here called tools. */
const tools = {
  knip: 'node_modules/knip/bin/knip.js',
  oxfmt: 'node_modules/oxfmt/bin/oxfmt',
  oxlint: 'node_modules/oxlint/bin/oxlint',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
} as const

/**
 * Runs the command of an installed package in an environment. Does not start a shell, because a shell may
 * still exist after this process has ended. Resolves with the exit code.
 */
export const runToolIn = (env: Environment, name: keyof typeof tools, ...args: string[]): Promise<number> =>
  run([tools[name], ...args], env)

/** Runs the command of an installed package: `runTool('vite', 'build')`. Resolves with the exit code. */
export const runTool = (name: keyof typeof tools, ...args: string[]): Promise<number> =>
  runToolIn(process.env, name, ...args)

export type Outcome = { code: number; output: string }

/**
 * Runs the command of an installed package in parallel with others: collects its output instead of printing
 * it.
 */
export const runToolInParallel = async (name: keyof typeof tools, ...args: string[]): Promise<Outcome> => {
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  const child = spawnNode([tools[name], ...args], {
    env: { ...process.env, ...color },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes: Buffer) => chunks.push(bytes))
  const code = await awaitExit(child, 'close')
  return { code, output: Buffer.concat(chunks).toString() }
}

/**
 * Runs the command of an installed package in its own process group. After `limitMs`, kills all processes of
 * the group and resolves with `undefined`. The limit is outside the tests, because tests in an endless loop
 * cannot end themselves.
 */
export const runToolWithin = async (
  limitMs: number,
  name: keyof typeof tools,
  ...args: string[]
): Promise<number | undefined> => {
  const child = spawnNode([tools[name], ...args], { stdio: 'inherit', detached: true })
  let isKilled = false
  const timer = setTimeout(() => {
    isKilled = true
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }, limitMs)
  const code = await awaitExit(child)
  clearTimeout(timer)
  return isKilled ? undefined : code
}

export type Service = {
  /** Resolves with the exit code when the process ends, for any reason. */
  ended: Promise<number>
  stop: () => Promise<void>
}

/** Thrown when a server ends before it is ready. The server has already printed the reason in one line. */
export class EndedEarly extends Error {
  override name = 'EndedEarly'
}

/**
 * Starts a server and resolves when the server sends the message `ready`. Rejects with EndedEarly if the
 * server ends before that.
 */
export const startService = async (
  script: string,
  env: Environment,
  ...flags: string[]
): Promise<Service> => {
  const child = spawnNode([...flags, script], { env, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = awaitExit(child)
  const ready = new Promise<'ready'>((resolve) => child.once('message', () => resolve('ready')))
  // A server that ends first would never send its message.
  const outcome = await Promise.race([ready, ended])
  if (outcome !== 'ready') throw new EndedEarly(`${script} ended with exit code ${outcome}.`)
  return {
    ended,
    stop: async () => {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * Calls `stop` once when this script has to end: on Ctrl-C, on a termination signal, or when the shell or npm
 * that started it has ended. A shell or npm does not pass on a signal, so this function watches whether the
 * parent process changes.
 */
export const onStop = (stop: () => void): void => {
  const parentId = process.ppid
  const stopOnce = () => {
    clearInterval(timer)
    process.off('SIGINT', stopOnce)
    process.off('SIGTERM', stopOnce)
    stop()
  }
  const timer = setInterval(() => {
    if (process.ppid !== parentId) stopOnce()
  }, 500)
  timer.unref()
  process.on('SIGINT', stopOnce)
  process.on('SIGTERM', stopOnce)
}
