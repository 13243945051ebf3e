import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { environmentWarnings } from './environment-warnings.ts'
import { parseServerEnv } from './server-env.ts'
import { startServer } from './start-server.ts'
import { StartFailure } from '../node/start-failure.ts'

const manifest = v.object({ version: v.string() })

const readVersion = () =>
  v.parse(manifest, JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version

const run = async () => {
  const env = parseServerEnv(process.env)
  const writeLog = (line: string) => process.stdout.write(line)
  const warnings = environmentWarnings(process.env, env, new Date())
  const server = await startServer({ env, warnings, version: readVersion(), writeLog })
  const hurry = new AbortController()
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= server.stop(hurry.signal).then(() => process.exit(0))
  }
  const stopNow = () => {
    hurry.abort()
    stop()
  }
  process.on('SIGTERM', stop)
  process.once('SIGINT', () => {
    stopNow()
    // Ctrl-C again: the operator does not want to wait.
    process.once('SIGINT', () => process.exit(1))
  })
  // A parent that was killed cannot stop us any more.
  process.once('disconnect', stopNow)
  if (process.send && !process.connected) stopNow()

  process.stdout.write(`Breaking Barriers is ready at ${server.origin} (${server.database}).\n`)
  // For a parent that waits; one that has left meanwhile is no error.
  process.send?.('ready', undefined, undefined, () => undefined)
}

try {
  await run()
} catch (error) {
  if (!(error instanceof StartFailure)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
