import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { environmentWarnings } from './environment-warnings.ts'
import { parseServerEnv } from './server-env.ts'
import { startServer, type RunningServer } from './start-server.ts'
import { StartFailure } from '../node/start-failure.ts'

const manifest = v.object({ version: v.string() })

const readVersion = () =>
  v.parse(manifest, JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version

/** Ends the wait for the database because the process was asked to stop. */
class StopRequested extends Error {}

/** Ends the process on a signal: at once while it waits for the database, else once the server stopped. */
const followSignals = (start: (signal: AbortSignal) => Promise<RunningServer>) => {
  const stopRequest = new AbortController()
  const hurry = new AbortController()
  let stop = () => stopRequest.abort(new StopRequested())
  const stopNow = () => {
    hurry.abort()
    stop()
  }
  process.on('SIGTERM', () => stop())
  process.once('SIGINT', () => {
    stopNow()
    // A second Ctrl-C: the operator does not want to wait.
    process.once('SIGINT', () => process.exit(1))
  })
  // A parent that was killed can no longer stop this process.
  process.once('disconnect', stopNow)
  if (process.send && !process.connected) stopNow()
  return start(stopRequest.signal).then((server) => {
    let stopped: Promise<void> | undefined
    stop = () => {
      stopped ??= server.stop(hurry.signal).then(() => process.exit(0))
    }
    if (stopRequest.signal.aborted) stop()
    return server
  })
}

const run = async () => {
  const env = parseServerEnv(process.env)
  const writeLog = (line: string) => process.stdout.write(line)
  const warnings = environmentWarnings(process.env, env, new Date())
  const version = readVersion()
  const server = await followSignals((signal) => startServer({ env, warnings, version, writeLog, signal }))
  process.stdout.write(
    `Breaking Barriers is ready at ${server.origin} on port ${server.port} (${server.database}).\n`,
  )
  // For a parent that waits. A parent that has exited in the meantime causes no error.
  process.send?.('ready', undefined, undefined, () => undefined)
}

try {
  await run()
} catch (error) {
  if (error instanceof StopRequested) process.exit(0)
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
