import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProxyOptions } from 'vite'

/** ms */
const longestRestart = 30_000
const retryInterval = 100

const accepts = (url: URL): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(Number(url.port), url.hostname)
    const finish = (accepted: boolean) => {
      socket.destroy()
      resolve(accepted)
    }
    socket.once('connect', () => finish(true))
    socket.once('error', () => finish(false))
  })

/** A proxy for development. A request that arrives while the server restarts waits and does not fail. */
export const waitingProxy = (target: string): ProxyOptions => ({
  target,
  bypass: async () => {
    const url = new URL(target)
    const deadline = Date.now() + longestRestart
    while (!(await accepts(url)) && Date.now() < deadline) await sleep(retryInterval)
  },
})
