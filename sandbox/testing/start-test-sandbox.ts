import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { messageSchema } from '../mailbox/message.ts'
import { type SandboxOptions, startSandbox } from '../start-sandbox.ts'

const inboxSchema = v.object({ messages: v.array(messageSchema) })

/**
 * Starts a sandbox for tests: free ports, a new directory, an adjustable clock, `restart` and `remove`. With
 * `now: () => constant` the clock stands still between calls of `advance`.
 */
export const startTestSandbox = async (options: Partial<SandboxOptions> = {}) => {
  const directory = await mkdtemp(join(tmpdir(), 'sandbox-'))
  let aheadMs = 0
  const { now: clock = Date.now } = options
  const now = () => clock() + aheadMs
  const start = (ports: SandboxOptions['ports']) =>
    startSandbox({
      directory,
      ports,
      allowedOrigins: ['http://localhost:4000'],
      ...options,
      now,
    })
  let running = await start({ userPool: 0, objectStore: 0, mailbox: 0, personServices: 0, scripts: 0 })

  return {
    directory,
    addresses: () => running.addresses,
    /** The time of the sandbox's clock, in ms since the epoch. */
    now,
    /** Moves the sandbox's clock forward. */
    advance: (ms: number) => (aheadMs += ms),
    async mailTo(email: string) {
      const url = `${running.addresses.mailbox}/api/messages?to=${encodeURIComponent(email)}`
      return v.parse(inboxSchema, await (await fetch(url)).json()).messages
    },
    /** Restarts with the same directory and URLs, as after Ctrl-C and another start. */
    async restart() {
      const parsePort = (url: string) => Number(new URL(url).port)
      const { userPool, objectStore, mailbox, personServices, scripts } = running.addresses
      await running.close()
      running = await start({
        userPool: parsePort(userPool),
        objectStore: parsePort(objectStore),
        mailbox: parsePort(mailbox),
        personServices: parsePort(personServices),
        scripts: parsePort(scripts),
      })
    },
    async remove() {
      await running.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>
