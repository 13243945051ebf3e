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
import { type UploadChange, unknownNetwork } from '../../../uploads/contract.ts'
import { isFinal } from '../../../uploads/task.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import type { UploadEngine } from '../queue/create-engine.ts'
import type { Credentials } from '../transport/credentials.ts'
import { holdUploads } from './hold-uploads.ts'
import { createPendingCalls, tabMessage, type TabMessage } from './pending-calls.ts'

type Deps = {
  /** Reaches the other tabs, but not this one. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  locks: Pick<LockManager, 'request'>
  clock: Pick<Clock, 'now' | 'sleep'>
  createEngine: (publish: (change: UploadChange) => void) => UploadEngine
  /** Receives every change, from this tab and from other tabs. */
  listener: (change: UploadChange) => void
  newId: () => string
  /** The credentials of this worker. */
  credentials: Pick<Credentials, 'customer' | 'setCustomer'>
  /**
   * Called when another tab has taken the uploads from this one: nothing that this tab does counts after
   * that.
   */
  onTaken: () => void
  /** ms after which a silent owner loses the uploads. */
  timeout?: number
}

/** The state of uploads that another tab owns, before that tab sends a change. */
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

/** Performs the call of another tab. Resolves to the message with the outcome. */
const reply = (
  engine: UploadCommands,
  { id, request }: Extract<TabMessage, { type: 'call' }>,
): Promise<TabMessage> =>
  perform(engine, request).then(
    (value) => ({ type: 'answer', id, value }),
    (error: unknown) => ({ type: 'failed', id, error: String(error) }),
  )

/** Remembers the files that come with commands, by the id of their task. */
const rememberFiles = (
  { add, give }: UploadCommands,
  files: Map<string, File>,
): Pick<UploadCommands, 'add' | 'give'> => ({
  add: async (owner, to, chosen) => {
    const outcomes = await add(owner, to, chosen)
    outcomes.forEach((outcome, index) => {
      const file = chosen[index]?.file
      if (outcome.ok && file) files.set(outcome.value.id, file)
    })
    return outcomes
  },
  give: async (id, chosen) => {
    const result = await give(id, chosen)
    if (result.ok) files.set(id, chosen.file)
    return result
  },
})

/** Forgets the files of tasks that no longer need them. */
const forget = (files: Map<string, File>, { removed, tasks }: UploadChange) => {
  for (const id of removed) files.delete(id)
  for (const { id, status } of tasks) if (isFinal(status)) files.delete(id)
}

/**
 * Shares the uploads between all tabs: one tab owns the engine, and the others mirror its state and forward
 * their commands to it. When the owner closes, the browser gives its lock to the next tab, which resumes the
 * saved tasks. A frozen owner loses the uploads.
 */
export const createSharedUploads = (deps: Deps): UploadCommands => {
  const { channel, createEngine, credentials, listener, newId } = deps
  /** Files chosen in this tab by the id of their task, in case this tab becomes the owner. */
  const files = new Map<string, File>()
  let engine: UploadEngine | undefined
  let isOwner = false

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
    await started.session(credentials.customer())
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
      // The message comes from an owner that was frozen and does not know yet that it lost the uploads.
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

  const commands = everyCommand((name) => async (...args) => {
    if (engine) return perform(engine, { name, args })
    return v.parse(commandTable[name].result, await pending.call({ name, args }))
  })
  return {
    ...commands,
    ...rememberFiles(commands, files),
    session: (customer) => {
      // The engine of this tab sets it by itself. The calls on stored files need it in every tab.
      if (!engine) credentials.setCustomer(customer)
      return commands.session(customer)
    },
  }
}
