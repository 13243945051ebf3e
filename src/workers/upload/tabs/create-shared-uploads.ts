import * as v from 'valibot'
import { parsed } from '../../../lib/parsed.ts'
import {
  commandTable,
  everyCommand,
  type ArgumentsOf,
  type CommandName,
  type ResultOf,
  type UploadCommands,
} from '../../../uploads/commands.ts'
import type { UploadChange } from '../../../uploads/contract.ts'
import { isFinal } from '../../../uploads/task.ts'
import type { UploadEngine } from '../queue/create-engine.ts'
import { createPendingCalls } from './pending-calls.ts'
import { tabMessage, type TabMessage } from './tab-message.ts'

/** The one lock of the uploads: its holder sends them. */
const lockName = 'breaking-barriers-uploads'

type Deps = {
  /** Reaches the other tabs, not this one. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  locks: Pick<LockManager, 'request'>
  createEngine: (publish: (change: UploadChange) => void) => UploadEngine
  /** Receives every change, wherever it happened. */
  listener: (change: UploadChange) => void
  newId: () => string
}

const perform = <Name extends CommandName>(
  engine: UploadCommands,
  { name, args }: { name: Name; args: ArgumentsOf<Name> },
): Promise<ResultOf<Name>> => engine[name](...args)

/** Performs the call of another tab; the message that says how it ended. */
const reply = (
  engine: UploadCommands,
  { id, request }: Extract<TabMessage, { type: 'call' }>,
): Promise<TabMessage> =>
  perform(engine, request).then(
    (value) => ({ type: 'answer', id, value }),
    (error: unknown) => ({ type: 'failed', id, error: String(error) }),
  )

type Call = <Name extends CommandName>(name: Name, args: ArgumentsOf<Name>) => Promise<ResultOf<Name>>

/** Every command; the files that come with one are remembered by the id of their task. */
const createCommands = (call: Call, files: Map<string, File>): UploadCommands => {
  const commands = everyCommand(
    (name) =>
      (...args) =>
        call(name, args),
  )
  return {
    ...commands,
    add: async (owner, to, chosen) => {
      const outcomes = await commands.add(owner, to, chosen)
      outcomes.forEach((outcome, index) => {
        const file = chosen[index]?.file
        if (outcome.ok && file) files.set(outcome.value.id, file)
      })
      return outcomes
    },
    give: async (id, chosen) => {
      const result = await commands.give(id, chosen)
      if (result.ok) files.set(id, chosen.file)
      return result
    },
  }
}

/** Forgets the files of tasks that need them no more. */
const forget = (files: Map<string, File>, { removed, tasks }: UploadChange) => {
  for (const id of removed) files.delete(id)
  for (const { id, status } of tasks) if (isFinal(status)) files.delete(id)
}

/**
 * The uploads over all tabs: one of them owns the engine, the others mirror what it does and hand their commands to it.
 * When the owner goes, the browser gives its lock to the next, which resumes the saved tasks.
 */
export const createSharedUploads = (deps: Deps): UploadCommands => {
  const { channel, locks, createEngine, listener, newId } = deps
  /** Files chosen in this tab by the id of their task, for the case that this tab becomes the owner. */
  const files = new Map<string, File>()
  let engine: UploadEngine | undefined
  let customer: string | undefined

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between tabs has no target
  const post = (message: TabMessage) => channel.postMessage(message)
  const pending = createPendingCalls(post, newId)

  const own = async () => {
    const started = createEngine((change) => {
      listener(change)
      post({ type: 'change', change })
    })
    await started.session(customer)
    await started.load(files)
    engine = started
    post({ type: 'owner' })
    pending.perform((request) => perform(started, request))
    // Held for as long as this worker lives.
    await new Promise(() => undefined)
  }

  const receive = (message: TabMessage) => {
    if (message.type === 'ask') engine?.publishAll()
    else if (message.type === 'owner') pending.repeat()
    else if (message.type === 'answer') pending.resolve(message.id, message.value)
    else if (message.type === 'failed') pending.reject(message.id, message.error)
    else if (message.type === 'change') {
      forget(files, message.change)
      listener(message.change)
    } else if (engine) void reply(engine, message).then(post)
  }

  channel.addEventListener('message', (event) => {
    const message = parsed(tabMessage, event.data)
    if (message) receive(message)
  })
  void locks.request(lockName, own)
  post({ type: 'ask' })

  const call: Call = async (name, args) => {
    if (engine) return perform(engine, { name, args })
    return v.parse(commandTable[name].result, await pending.call({ name, args }))
  }
  const commands = createCommands(call, files)
  return {
    ...commands,
    session: async (next) => {
      customer = next
      await commands.session(next)
    },
  }
}
