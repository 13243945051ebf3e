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
import { unknownNetwork } from '../../../uploads/unknown-network.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { UploadEngine } from '../queue/create-engine.ts'
import { holdUploads } from './hold-uploads.ts'
import { createPendingCalls } from './pending-calls.ts'
import { tabMessage, type TabMessage } from './tab-message.ts'

type Deps = {
  /** Reaches the other tabs, not this one. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  locks: Pick<LockManager, 'request'>
  clock: Pick<Clock, 'now' | 'sleep'>
  createEngine: (publish: (change: UploadChange) => void) => UploadEngine
  /** Receives every change, wherever it happened. */
  listener: (change: UploadChange) => void
  newId: () => string
  /** Another tab has taken the uploads from this one: nothing that this one does counts any more. */
  onTaken: () => void
  /** ms after which an owner that says nothing loses the uploads */
  timeout?: number
}

/** What is known of uploads that another tab has, before it says anything. */
const silent: UploadChange = {
  all: false,
  tasks: [],
  removed: [],
  durable: true,
  network: unknownNetwork,
  elsewhere: true,
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
 * When the owner goes, the browser gives its lock to the next, which resumes the saved tasks; one that is frozen loses it.
 */
export const createSharedUploads = (deps: Deps): UploadCommands => {
  const { channel, createEngine, listener, newId } = deps
  /** Files chosen in this tab by the id of their task, for the case that this tab becomes the owner. */
  const files = new Map<string, File>()
  let engine: UploadEngine | undefined
  let isOwner = false
  let customer: string | undefined

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between tabs has no target
  const post = (message: TabMessage) => channel.postMessage(message)
  const pending = createPendingCalls(post, newId)

  const own = async () => {
    isOwner = true
    post({ type: 'alive' })
    const started = createEngine((change) => {
      listener(change)
      post({ type: 'change', change })
    })
    await started.session(customer)
    await started.load(files)
    engine = started
    post({ type: 'owner' })
    pending.perform((request) => perform(started, request))
  }

  const receive = (message: TabMessage) => {
    if (message.type === 'ask') {
      if (isOwner) post({ type: 'alive' })
      engine?.publishAll()
    } else if (message.type === 'alive') return
    else if (message.type === 'owner') pending.repeat()
    else if (message.type === 'answer') pending.resolve(message.id, message.value)
    else if (message.type === 'failed') pending.reject(message.id, message.error)
    else if (message.type === 'change') {
      // Of an owner that was frozen, and does not know yet that it is none.
      if (isOwner) return
      forget(files, message.change)
      listener({ ...message.change, elsewhere: true })
    } else if (engine) void reply(engine, message).then(post)
  }

  channel.addEventListener('message', (event) => {
    const message = parsed(tabMessage, event.data)
    if (!message) return
    if (message.type !== 'ask' && message.type !== 'call') noteOwner()
    receive(message)
  })
  const noteOwner = holdUploads({
    ...deps,
    own,
    ask: () => post({ type: 'ask' }),
    onSilent: () => listener(silent),
  })

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
