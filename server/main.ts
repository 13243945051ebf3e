/** Starts the server in this process and stops it on a signal. Run it through `main.js`. */

import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { OperatorError } from '../node/operator-error.ts'
import { createEnvironmentWarnings } from './environment-warnings.ts'
import { parseServerEnv } from './server-env.ts'
import { startServer, type RunningServer } from './start-server.ts'

const packageSchema = v.object({ version: v.string() })

const readVersion = () =>
  v.parse(packageSchema, JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')))
    .version

/** Thrown to end the wait for the database when the process is asked to stop. */
class StopRequested extends Error {}

/**
 * Starts the server and ends the process on a signal: immediately if the start still waits for the database,
 * otherwise after the server has stopped.
 */
const startWithSignals = async (
  start: (signal: AbortSignal) => Promise<RunningServer>,
): Promise<RunningServer> => {
  const stopRequest = new AbortController()
  const skipDrain = new AbortController()
  // Ends the wait for the database. Replaced below, as soon as there is a server to stop.
  let stop = () => stopRequest.abort(new StopRequested())
  const stopWithoutDrain = () => {
    skipDrain.abort()
    stop()
  }
  process.on('SIGTERM', () => stop())
  process.once('SIGINT', () => {
    stopWithoutDrain()
    // A second Ctrl-C means that the operator does not want to wait.
    process.once('SIGINT', () => process.exit(1))
  })
  // If the parent process is killed, nobody else stops this process.
  process.once('disconnect', stopWithoutDrain)
  // The parent may have been killed before this process could listen for `disconnect`. `process.send` exists only
  // if a parent process started this one with a message channel.
  const hasLostParent = process.send !== undefined && !process.connected
  if (hasLostParent) stopWithoutDrain()
  const server = await start(stopRequest.signal)
  let shutdown: Promise<void> | undefined
  stop = () => {
    shutdown ??= server.stop(skipDrain.signal).then(() => process.exit(0))
  }
  // A signal may have come while the server was starting.
  if (stopRequest.signal.aborted) stop()
  return server
}

const run = async () => {
  const env = parseServerEnv(process.env)
  const writeLog = (line: string) => process.stdout.write(line)
  const warnings = createEnvironmentWarnings(process.env, env, new Date())
  const version = readVersion()
  const server = await startWithSignals((signal) => startServer({ env, warnings, version, writeLog, signal }))
  process.stdout.write(
    `Breaking Barriers is ready at ${server.origin} on port ${server.port} (${server.database}).\n`,
  )
  // Reports to a waiting parent process. The empty callback ignores the error if the parent has exited.
  process.send?.('ready', undefined, undefined, () => undefined)
}

try {
  await run()
} catch (error) {
  if (error instanceof StopRequested) process.exit(0)
  if (!(error instanceof OperatorError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
