import * as v from 'valibot'
import type { UploadChange, UploadCommands } from '../../../uploads/contract.ts'
import type { UploadEngine } from '../queue/create-engine.ts'
import { createChosenFiles, type ChosenFiles } from './chosen-files.ts'
import { answers, perform, tabMessage, type CommandRequest, type TabMessage } from './command-message.ts'
import { createPendingCalls } from './pending-calls.ts'

/** The one lock of the uploads: its holder sends them. */
const lockName = 'breaking-barriers-uploads'

type Deps = {
  /** Reaches the other tabs, not this one. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  locks: Pick<LockManager, 'request'>
  createEngine: (publish: (change: UploadChange) => void) => UploadEngine
  /** Told of every change, wherever it happened. */
  listener: (change: UploadChange) => void
  newId: () => string
}

type Ask = (request: CommandRequest) => Promise<unknown>

const createCommands = (ask: Ask, { files, remember }: ChosenFiles): Omit<UploadCommands, 'session'> => {
  const tell = async (request: CommandRequest) => v.parse(answers.nothing, await ask(request))
  return {
    add: async (...args) => remember(args[2], v.parse(answers.add, await ask({ name: 'add', args }))),
    give: async (...args) => {
      const answer = v.parse(answers.give, await ask({ name: 'give', args }))
      if (answer.ok) files.set(args[0], args[1].file)
      return answer
    },
    handleOf: async (...args) => v.parse(answers.handleOf, await ask({ name: 'handleOf', args })),
    command: (...args) => tell({ name: 'command', args }),
    dismiss: (...args) => tell({ name: 'dismiss', args }),
    move: (...args) => tell({ name: 'move', args }),
    setNetwork: (...args) => tell({ name: 'setNetwork', args }),
    clear: (...args) => tell({ name: 'clear', args }),
  }
}

/** What the tab that asked is told. */
const answer = async (
  engine: UploadEngine,
  { id, request }: Extract<TabMessage, { type: 'call' }>,
): Promise<TabMessage> =>
  perform(engine, request).then(
    (value) => ({ type: 'answer', id, value }),
    (error: unknown) => ({ type: 'failed', id, error: String(error) }),
  )

/**
 * The uploads over all tabs: one of them owns the engine, the others mirror what it does and hand their commands to it.
 * When the owner goes, the browser gives its lock to the next, which goes on from the saved tasks.
 */
export const createSharedUploads = (deps: Deps): UploadCommands => {
  const { channel, locks, createEngine, listener, newId } = deps
  const chosen = createChosenFiles()
  let engine: UploadEngine | undefined
  let customer: string | undefined

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between tabs has no target
  const post = (message: TabMessage) => channel.postMessage(message)
  const pending = createPendingCalls(post, newId)
  const ask: Ask = async (request) => (engine ? perform(engine, request) : pending.ask(request))

  const own = async () => {
    const started = createEngine((change) => {
      listener(change)
      post({ type: 'change', change })
    })
    await started.session(customer)
    await started.load(chosen.files)
    engine = started
    post({ type: 'owner' })
    pending.perform((request) => perform(started, request))
    // Held for as long as this worker lives.
    await new Promise(() => undefined)
  }

  const receive = (message: TabMessage) => {
    if (message.type === 'ask') engine?.publishAll()
    else if (message.type === 'owner') pending.repeat()
    else if (message.type === 'answer') pending.answered(message.id, message.value)
    else if (message.type === 'failed') pending.failed(message.id, message.error)
    else if (message.type === 'change') {
      chosen.forget(message.change)
      listener(message.change)
    } else if (engine) void answer(engine, message).then(post)
  }

  channel.addEventListener('message', (event) => {
    const message = v.safeParse(tabMessage, event.data)
    if (message.success) receive(message.output)
  })
  void locks.request(lockName, own)
  post({ type: 'ask' })

  return {
    ...createCommands(ask, chosen),
    session: async (next) => {
      customer = next
      await ask({ name: 'session', args: [next] })
    },
  }
}
