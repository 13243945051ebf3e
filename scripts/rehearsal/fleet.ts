import { setTimeout as sleep } from 'node:timers/promises'
import { spawnServer } from '../../server/testing/spawn-server.ts'
import type { TestIdentity } from '../../server/testing/test-identity.ts'
import type { Balancer } from './balancer.ts'

/** Shorter than the 15 s in `deploy/aws`, because this balancer probes every second and not every 30 s. */
const drainSeconds = 5
/** How long an instance may take to become ready, or to end. */
const timeoutMs = 60_000

type FleetOptions = {
  identity: TestIdentity
  databaseUrl: string
  balancer: Balancer
  /** The folders of both releases. */
  folders: { older: string; newer: string }
}

export type Release = keyof FleetOptions['folders']

const createVariables = (databaseUrl: string) => ({
  HOST: '127.0.0.1',
  DATABASE_URL: databaseUrl,
  DRAIN_SECONDS: String(drainSeconds),
  TRUST_PROXY: '1',
  LOG_LEVEL: 'warn',
  STATIC_DIR: 'no-such-folder',
  // All phones share the address of this machine, so the limits for one address must not apply.
  REQUESTS_PER_MINUTE: '1000000',
  LOGINS_PER_MINUTE: '1000000',
})

/**
 * Starts an instance of the server and waits until the balancer sends requests to it. Calls `onError`
 * if the instance ends without `stop`, or with an error.
 */
const startInstance = async (
  { identity, databaseUrl, balancer, folders }: FleetOptions,
  release: Release,
  onError: (fault: string) => void,
) => {
  const options = { channel: 'ipc', release: folders[release] } as const
  const { child, output, ready, ended } = spawnServer(identity, createVariables(databaseUrl), options)
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let isStopping = false
  const name = `The instance of the ${release} release with the id ${child.pid}`
  void ended.then((code) => {
    process.off('exit', kill)
    if (code !== 0 || !isStopping)
      onError(`${name} ended with ${code ?? child.signalCode}. ${output.stderr.trim()}`)
  })
  const origin = (await ready).replace('localhost', '127.0.0.1')
  balancer.add({ origin, release })
  const timeLimit = AbortSignal.timeout(timeoutMs)
  while (!balancer.isReady(origin)) {
    if (timeLimit.aborted) throw new Error(`${name} did not become ready. ${output.stdout.slice(-2000)}`)
    await sleep(100)
  }
  /** Stops the instance as an orchestrator does: sends SIGTERM, and lets the balancer's probes notice. */
  const stop = async () => {
    isStopping = true
    child.kill('SIGTERM')
    const timer = setTimeout(kill, timeoutMs)
    await ended
    clearTimeout(timer)
    balancer.remove(origin)
  }
  return { release, pid: child.pid, stop }
}

/** Manages the instances of the server behind a balancer. Replaces them one by one, like a deployment. */
export const createFleet = (options: FleetOptions) => {
  const faults: string[] = []
  const instances: Awaited<ReturnType<typeof startInstance>>[] = []
  const add = async (release: Release) =>
    void instances.push(await startInstance(options, release, (fault) => faults.push(fault)))
  return {
    faults,
    add,
    /** Starts the new instance first, as with `minHealthyPercent: 100` in `deploy/aws/server.ts`. */
    replaceOldest: async (release: Release) => {
      await add(release)
      await instances.shift()?.stop()
    },
    /** Lists the instances with their process ids, so that a developer can kill one and watch the result. */
    describe: () => instances.map(({ release, pid }) => `${release} (${pid})`).join(', '),
    stop: () => Promise.all(instances.splice(0).map(({ stop }) => stop())),
  }
}

export type Fleet = ReturnType<typeof createFleet>
