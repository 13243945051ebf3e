import * as v from 'valibot'
import type { AddOutcome, ChosenFile, UploadChange, UploadCommands } from '../contract.ts'
import type { UploadEngine } from '../engine/create-engine.ts'
import { answers, perform, tabMessage, type CommandRequest, type TabMessage } from './command-message.ts'

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

type Pending = { request: CommandRequest; settle: (value: unknown) => void }

/**
 * The uploads over all tabs: one of them owns the engine, the others mirror what it does and hand their commands to it.
 * When the owner goes, the browser gives its lock to the next, which goes on from the saved tasks.
 */
export const createSharedUploads = (deps: Deps): UploadCommands => {
  const { channel, locks, createEngine, listener, newId } = deps
  const pending = new Map<string, Pending>()
  /** Files chosen here, for the case that this tab becomes the owner. */
  const files = new Map<string, File>()
  let engine: UploadEngine | undefined
  let customer: string | undefined

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between tabs has no target
  const post = (message: TabMessage) => channel.postMessage(message)

  const ask = async (request: CommandRequest): Promise<unknown> => {
    if (engine) return perform(engine, request)
    const id = newId()
    return new Promise((settle) => {
      pending.set(id, { request, settle })
      post({ type: 'call', id, request })
    })
  }

  const own = async () => {
    const started = createEngine((change) => {
      listener(change)
      post({ type: 'change', change })
    })
    await started.session(customer)
    await started.load(files)
    engine = started
    post({ type: 'owner' })
    for (const [id, { request, settle }] of pending) {
      pending.delete(id)
      settle(perform(started, request))
    }
    // Held for as long as this worker lives.
    await new Promise(() => undefined)
  }

  const forget = ({ removed, tasks }: UploadChange) => {
    for (const id of removed) files.delete(id)
    for (const { id, status } of tasks)
      if (status.state === 'COMPLETED' || status.state === 'CANCELLED') files.delete(id)
  }

  const receive = (message: TabMessage) => {
    switch (message.type) {
      case 'ask':
        return engine?.publishAll()
      case 'owner':
        for (const [id, { request }] of pending) post({ type: 'call', id, request })
        return undefined
      case 'change':
        forget(message.change)
        return listener(message.change)
      case 'call':
        if (!engine) return undefined
        return void perform(engine, message.request).then((value) =>
          post({ type: 'answer', id: message.id, value }),
        )
      case 'answer': {
        pending.get(message.id)?.settle(message.value)
        pending.delete(message.id)
        return undefined
      }
    }
  }

  channel.addEventListener('message', (event) => {
    const message = v.safeParse(tabMessage, event.data)
    if (message.success) receive(message.output)
  })
  void locks.request(lockName, own)
  post({ type: 'ask' })

  const remember = (chosen: ChosenFile[], outcomes: AddOutcome[]) => {
    outcomes.forEach((outcome, index) => {
      const file = chosen[index]?.file
      if (outcome.ok && file) files.set(outcome.value.id, file)
    })
    return outcomes
  }

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
    first: (...args) => tell({ name: 'first', args }),
    session: (next) => {
      customer = next
      return tell({ name: 'session', args: [next] })
    },
  }
}
