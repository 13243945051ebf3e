import * as v from 'valibot'
import type { AddOutcome, ChosenFile, UploadChange, UploadCommands } from '../contract.ts'
import type { UploadEngine } from '../engine/create-engine.ts'
import { isFinal } from '../task.ts'
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

/** Files chosen in this tab, for the case that it becomes the owner. */
const createChosenFiles = () => {
  const files = new Map<string, File>()
  return {
    files,
    remember: (chosen: ChosenFile[], outcomes: AddOutcome[]) => {
      outcomes.forEach((outcome, index) => {
        const file = chosen[index]?.file
        if (outcome.ok && file) files.set(outcome.value.id, file)
      })
      return outcomes
    },
    forget: ({ removed, tasks }: UploadChange) => {
      for (const id of removed) files.delete(id)
      for (const { id, status } of tasks) if (isFinal(status)) files.delete(id)
    },
  }
}

type ChosenFiles = ReturnType<typeof createChosenFiles>

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

  const answer = (owner: UploadEngine, id: string, request: CommandRequest) =>
    void perform(owner, request).then(
      (value) => post({ type: 'answer', id, value }),
      (error: unknown) => post({ type: 'failed', id, error: String(error) }),
    )

  const receive = (message: TabMessage) => {
    if (message.type === 'ask') engine?.publishAll()
    else if (message.type === 'owner') pending.repeat()
    else if (message.type === 'answer') pending.answered(message.id, message.value)
    else if (message.type === 'failed') pending.failed(message.id, message.error)
    else if (message.type === 'change') {
      chosen.forget(message.change)
      listener(message.change)
    } else if (engine) answer(engine, message.id, message.request)
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
