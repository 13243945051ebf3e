import { expect, test } from 'vitest'
import { fail, ok } from '../../../lib/result.ts'
import {
  commandNames,
  mapCommands,
  type ArgumentsOf,
  type CommandName,
  type ResultOf,
} from '../../../uploads/commands.ts'
import type { UploadChange } from '../../../uploads/contract.ts'
import type { UploadEngine } from '../queue/create-engine.ts'
import { createCredentials } from '../transport/credentials.ts'
import { createSharedUploads } from './create-shared-uploads.ts'

const network = { wifiOnly: false, obeyDataSaver: true, knows: { wifi: false, dataSaver: false } }

const flush = () => new Promise((resolve) => setTimeout(resolve, 20))
const file = new File(['x'], 'x.txt')

/**
 * A browser with one lock and one channel for all its tabs. Closing a tab gives its lock to the next tab in
 * line.
 */
const createBrowser = () => {
  const waiting: { tab: string; run: () => Promise<unknown> }[] = []
  const listeners = new Map<string, (event: MessageEvent) => void>()
  const engines: { tab: string; calls: unknown[][]; files: ReadonlyMap<string, File> | undefined }[] = []
  const gone = new Set<string>()
  let holder: string | undefined
  let ids = 0

  const hand = () => {
    const next = waiting.find(({ tab }) => !gone.has(tab))
    if (holder !== undefined || !next) return
    waiting.splice(waiting.indexOf(next), 1)
    holder = next.tab
    void next.run()
  }

  const openTab = (tab: string) => {
    const changes: UploadChange[] = []
    const createEngine = (publish: (change: UploadChange) => void): UploadEngine => {
      const calls: unknown[][] = []
      const engine: (typeof engines)[number] = { tab, calls, files: undefined }
      engines.push(engine)
      const results: Partial<{ [N in CommandName]: ResultOf<N> }> = {
        add: [ok({ id: 'task-1', known: false })],
        give: ok(undefined),
      }
      return {
        ...mapCommands((name) => async (...args) => {
          calls.push([name, ...args])
          return results[name] as ResultOf<typeof name>
        }),
        load: async (held) => {
          engine.files = new Map(held)
        },
        publishAll: () => publish({ all: true, tasks: [], removed: [], durable: true, network }),
      }
    }
    const credentials = createCredentials(
      async () => fail('offline'),
      () => 0,
    )
    const uploads = createSharedUploads({
      credentials,
      createEngine,
      listener: (change) => changes.push(change),
      newId: () => `${tab}-${++ids}`,
      clock: { now: () => 0, sleep: () => new Promise(() => undefined) },
      onTakenOver: () => undefined,
      locks: {
        request: (_: string, __: unknown, run: unknown) =>
          new Promise(() => {
            waiting.push({ tab, run: run as () => Promise<unknown> })
            queueMicrotask(hand)
          }),
      } as Pick<LockManager, 'request'>,
      channel: {
        postMessage: (message: unknown) => {
          if (gone.has(tab)) return
          for (const [other, listener] of listeners)
            if (other !== tab && !gone.has(other))
              queueMicrotask(() => listener(new MessageEvent('message', { data: structuredClone(message) })))
        },
        addEventListener: (_: string, listener: unknown) => {
          listeners.set(tab, listener as (event: MessageEvent) => void)
        },
      },
    })
    return { uploads, changes, credentials }
  }

  const closeTab = (tab: string) => {
    gone.add(tab)
    if (holder === tab) holder = undefined
    hand()
  }

  return { openTab, closeTab, engines }
}

test('one tab owns the uploads, and the other sends it its commands', async () => {
  const { openTab, engines } = createBrowser()
  const first = openTab('first')
  await flush()
  const second = openTab('second')
  await flush()
  expect(engines.map(({ tab }) => tab)).toEqual(['first'])
  expect(second.changes).toEqual([
    { all: true, tasks: [], removed: [], durable: true, network, elsewhere: true },
  ])
  expect(await second.uploads.add('ana', { level: 'private', folder: '' }, [{ file }])).toEqual([
    ok({ id: 'task-1', known: false }),
  ])
  await first.uploads.command(['task-1'], 'pause')
  expect(engines[0]?.calls.map(([name]) => name)).toEqual(['session', 'add', 'command'])
})

/** Example arguments for every command of the table. */
const examples: { [N in CommandName]: ArgumentsOf<N> } = {
  add: ['ana', { level: 'private', folder: '' }, [{ file, path: 'final/x.txt' }]],
  give: ['task-1', { file }],
  command: [['task-1'], 'pause'],
  tryAgain: [],
  cancelAll: ['ana'],
  dismiss: [['task-1']],
  move: ['task-1', 'first'],
  setNetwork: [{ wifiOnly: true, obeyDataSaver: false }],
  handleOf: ['task-1'],
  clear: ['ana'],
  session: ['ana'],
}

test.each(commandNames)('forwards %s unchanged to the tab that owns the uploads', async (name) => {
  const { openTab, engines } = createBrowser()
  openTab('first')
  await flush()
  const { uploads } = openTab('second')
  const call = uploads[name] as (...args: unknown[]) => Promise<unknown>
  await call(...examples[name])
  expect(engines).toHaveLength(1)
  expect(engines[0]?.calls.at(-1)).toEqual([name, ...examples[name]])
})

test('another tab takes over when the owner closes, with its session and the files it holds', async () => {
  const { openTab, closeTab, engines } = createBrowser()
  openTab('first')
  await flush()
  const second = openTab('second')
  await second.uploads.session('ana')
  await second.uploads.add('ana', { level: 'private', folder: '' }, [{ file }])
  closeTab('first')
  await flush()
  expect(engines.map(({ tab }) => tab)).toEqual(['first', 'second'])
  expect(engines[1]?.calls).toEqual([['session', 'ana']])
  expect([...(engines[1]?.files?.keys() ?? [])]).toEqual(['task-1'])
})

test('the next owner executes a command that was lost with the owner', async () => {
  const { openTab, closeTab, engines } = createBrowser()
  openTab('first')
  await flush()
  const second = openTab('second')
  closeTab('first')
  const done = second.uploads.command(['task-1'], 'pause')
  await done
  expect(engines[1]?.calls).toContainEqual(['command', ['task-1'], 'pause'])
})

test('ignores a message of another version', async () => {
  const { openTab, engines } = createBrowser()
  openTab('first')
  await flush()
  const { uploads } = openTab('second')
  void uploads.command(['task-1'], 'explode' as 'pause')
  await flush()
  expect(engines[0]?.calls.map(([name]) => name)).toEqual(['session'])
})

test('the calls of a tab that does not own the uploads have the credentials of its customer', async () => {
  const { openTab } = createBrowser()
  openTab('first')
  await flush()
  const second = openTab('second')
  await flush()
  await second.uploads.session('ben')
  expect(second.credentials.getCustomer()).toBe('ben')
})
