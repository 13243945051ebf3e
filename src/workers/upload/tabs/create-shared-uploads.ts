import * as v from 'valibot'
import { parseOrUndefined } from '../../../lib/parse-or-undefined.ts'
import type { Clock } from '../../../lib/time/clock.ts'
import {
  commandTable,
  mapCommands,
  type ArgumentsOf,
  type CommandName,
  type ResultOf,
  type UploadCommands,
} from '../../../uploads/commands.ts'
import { unknownNetwork, type UploadChange } from '../../../uploads/contract.ts'
import { isFinal } from '../../../uploads/task.ts'
import type { UploadEngine } from '../queue/create-engine.ts'
import type { Credentials } from '../transport/credentials.ts'
import { requestOwnership } from './request-ownership.ts'
import { createPendingCalls, tabMessageSchema, type TabMessage } from './pending-calls.ts'

type Deps = {
  /** Reaches the other tabs, but not this tab. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>
  locks: Pick<LockManager, 'request'>
  clock: Pick<Clock, 'now' | 'sleep'>
  createEngine: (publish: (change: UploadChange) => void) => UploadEngine
  /** Receives every change, from this tab and from other tabs. */
  listener: (change: UploadChange) => void
  newId: () => string
  /** The credentials of this worker. */
  credentials: Pick<Credentials, 'getCustomer' | 'setCustomer'>
  /** Called when another tab has taken over the uploads from this tab. This worker must then end. */
  onTakenOver: () => void
  /** An owner that does not answer within this time loses the uploads. */
  timeoutMs?: number
}

/** The change that the listener receives if another tab owns the uploads and has not answered yet. */
const silentOwnerChange: UploadChange = {
  all: false,
  tasks: [],
  removed: [],
  durable: true,
  network: unknownNetwork,
  elsewhere: true,
}

/** Performs a command in this tab. */
const perform = <Name extends CommandName>(
  engine: UploadCommands,
  { name, args }: { name: Name; args: ArgumentsOf<Name> },
): Promise<ResultOf<Name>> => engine[name](...args)

/** Performs the call of another tab. Resolves to the message with its outcome. */
const performForTab = (
  engine: UploadCommands,
  { id, request }: Extract<TabMessage, { type: 'call' }>,
): Promise<TabMessage> =>
  perform(engine, request).then(
    (value) => ({ type: 'answer', id, value }),
    (error: unknown) => ({ type: 'failed', id, error: String(error) }),
  )

/** Wraps the commands that receive files, so that `files` has each file by the id of its task. */
const rememberFiles = (
  { add, give }: UploadCommands,
  files: Map<string, File>,
): Pick<UploadCommands, 'add' | 'give'> => ({
  add: async (customerId, to, chosen) => {
    const outcomes = await add(customerId, to, chosen)
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
const forgetFiles = (files: Map<string, File>, { removed, tasks }: UploadChange) => {
  for (const id of removed) files.delete(id)
  for (const { id, status } of tasks) if (isFinal(status)) files.delete(id)
}

/**
 * Shares the uploads between all tabs. One tab, the owner, runs the engine. The others mirror its state and
 * forward their commands to it. When the owner closes, the browser gives its lock to the next tab, which
 * resumes the saved tasks. An owner that the browser froze loses the uploads to another tab.
 */
export const createSharedUploads = (deps: Deps): UploadCommands => {
  const { channel, createEngine, credentials, listener, newId } = deps
  /** The files that were chosen in this tab, by the id of their task. Used if this tab becomes the owner. */
  const files = new Map<string, File>()
  /** Set as soon as this tab owns the uploads and has loaded them. */
  let engine: UploadEngine | undefined
  let isOwner = false

  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel between tabs has no target
  const post = (message: TabMessage) => channel.postMessage(message)
  const pendingCalls = createPendingCalls(post, newId)

  /** Starts the engine in this tab, which has become the owner, and performs the calls that wait for it. */
  const becomeOwner = async () => {
    isOwner = true
    post({ type: 'alive' })
    const newEngine = createEngine((change) => {
      listener(change)
      post({ type: 'change', change })
    })
    await newEngine.session(credentials.getCustomer())
    await newEngine.load(files)
    engine = newEngine
    // The other tabs repeat their calls that the previous owner has not answered.
    post({ type: 'owner' })
    pendingCalls.perform((request) => perform(newEngine, request))
  }

  const receiveChange = (change: UploadChange) => {
    // If this tab is the owner, the message comes from an earlier owner, which was frozen and does not know
    // yet that it has lost the uploads.
    if (isOwner) return
    forgetFiles(files, change)
    listener({ ...change, elsewhere: true })
  }

  /** Answers another tab that asks for the whole state, and whether the owner is awake. */
  const answerTab = () => {
    if (isOwner) post({ type: 'alive' })
    engine?.publishAll()
  }

  /**
   * Handles a message of another tab. Does nothing for `alive`, which only shows that the owner is awake:
   * `noteOwnerMessage` has handled it already.
   */
  const receive = (message: TabMessage) => {
    if (message.type === 'ask') answerTab()
    else if (message.type === 'owner') pendingCalls.repeat()
    else if (message.type === 'answer') pendingCalls.resolve(message.id, message.value)
    else if (message.type === 'failed') pendingCalls.reject(message.id, message.error)
    else if (message.type === 'change') receiveChange(message.change)
    else if (message.type === 'call' && engine) void performForTab(engine, message).then(post)
  }

  const noteOwnerMessage = requestOwnership({
    ...deps,
    onOwner: becomeOwner,
    ask: () => post({ type: 'ask' }),
    onSilent: () => listener(silentOwnerChange),
  })
  channel.addEventListener('message', (event) => {
    const message = parseOrUndefined(tabMessageSchema, event.data)
    if (!message) return
    // Only the owner sends the other messages.
    if (message.type !== 'ask' && message.type !== 'call') noteOwnerMessage()
    receive(message)
  })

  const commands = mapCommands((name) => async (...args) => {
    if (engine) return perform(engine, { name, args })
    // The owner may run another version of the app, so its result is checked.
    return v.parse(commandTable[name].result, await pendingCalls.call({ name, args }))
  })
  return {
    ...commands,
    ...rememberFiles(commands, files),
    session: (customerId) => {
      // If the engine runs in this tab, it sets the customer. Otherwise the customer is set here, because the
      // calls on stored files need it.
      if (!engine) credentials.setCustomer(customerId)
      return commands.session(customerId)
    },
  }
}
