import { setTimeout as sleep } from 'node:timers/promises'
import { spawnServer } from '../../server/testing/spawn-server.ts'
import type { TestIdentity } from '../../server/testing/test-identity.ts'
import type { Balancer } from './balancer.ts'

/** Shorter than the 15 s in `deploy/aws`, because this balancer probes every second and not every 30 s. */
const drainSeconds = 5
/** How long a replica may take to become ready, or to end. */
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
  // All phones share the address of this machine.
  REQUESTS_PER_MINUTE: '1000000',
  LOGINS_PER_MINUTE: '1000000',
})

/**
 * Starts a replica (a copy of the server) and waits until the balancer sends requests to it. Calls `onError`
 * if the replica ends without `stop`, or with an error.
 */
const startReplica = async (
  { identity, databaseUrl, balancer, folders }: FleetOptions,
  release: Release,
  onError: (fault: string) => void,
) => {
  const options = { channel: 'ipc', release: folders[release] } as const
  const { child, output, ready, ended } = spawnServer(identity, createVariables(databaseUrl), options)
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  let isStopping = false
  const name = `The copy of the ${release} release with the id ${child.pid}`
  void ended.then((code) => {
    process.off('exit', kill)
    if (code !== 0 || !isStopping)
      onError(`${name} ended with ${code ?? child.signalCode}. ${output.stderr.trim()}`)
  })
  const origin = (await ready).replace('localhost', '127.0.0.1')
  balancer.add({ origin, release })
  const timeLimit = AbortSignal.timeout(timeoutMs)
  while (!balancer.isReady(origin)) {
    if (timeLimit.aborted) throw new Error(`${name} does not become ready. ${output.stdout.slice(-2000)}`)
    await sleep(100)
  }
  /** Stops the replica as an orchestrator does: sends SIGTERM, and lets the balancer's probes notice. */
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

/** Manages the replicas of the server behind a balancer. Replaces them one by one, as a deployment does. */
export const createFleet = (options: FleetOptions) => {
  const faults: string[] = []
  const replicas: Awaited<ReturnType<typeof startReplica>>[] = []
  const add = async (release: Release) =>
    void replicas.push(await startReplica(options, release, (fault) => faults.push(fault)))
  return {
    faults,
    add,
    /** Starts the new replica first, as with `minHealthyPercent: 100` in `deploy/aws/server.ts`. */
    replaceOldest: async (release: Release) => {
      await add(release)
      await replicas.shift()?.stop()
    },
    /** Lists the replicas with their process ids, so that a developer can kill one and watch the result. */
    names: () => replicas.map(({ release, pid }) => `${release} (${pid})`).join(', '),
    stop: () => Promise.all(replicas.splice(0).map(({ stop }) => stop())),
  }
}

export type Fleet = ReturnType<typeof createFleet>
