import * as v from 'valibot'
import { fail } from '../lib/result.ts'
import { accessLevels, uploadButtons } from './task.ts'

const handle = v.custom<FileSystemFileHandle>(
  (value) => typeof FileSystemFileHandle === 'function' && value instanceof FileSystemFileHandle,
)
const chosenFile = v.object({
  file: v.instance(File),
  /** With the handle the file can be read again after a restart. */
  handle: v.exactOptional(handle),
  /** Where it lay in a folder that was dropped, with its name: `final/first-half.mp4`. */
  path: v.exactOptional(v.string()),
})
/** A file of a chooser or a drop. */
export type ChosenFile = v.InferOutput<typeof chosenFile>

const destination = v.object({ level: v.picklist(accessLevels), folder: v.string() })
/** Where chosen files go: a folder inside an access level; '' or ending with a slash. */
export type Destination = v.InferOutput<typeof destination>

const fileRefusal = v.picklist([
  'unreadable',
  'key-too-long',
  /** The folder has no address: a browser takes `.` and `..` between slashes out of every one. */
  'folder-without-address',
  'too-large',
  'name-missing',
  'signed-out',
  /** The person cancelled all uploads while it was still read. */
  'cancelled',
  /** The worker could not do it. */
  'broken',
])
/** Why a chosen file is not taken. */
export type FileRefusal = v.InferOutput<typeof fileRefusal>

const otherFile = v.picklist(['other-file', 'unreadable', 'task-gone', 'broken'])
/** Why a file chosen again does not continue a task. */
export type OtherFile = v.InferOutput<typeof otherFile>

const nothing = v.pipe(
  v.unknown(),
  v.transform((): void => undefined),
)
const result = <Value extends v.GenericSchema, Failure extends v.GenericSchema>(
  value: Value,
  error: Failure,
) => v.variant('ok', [v.object({ ok: v.literal(true), value }), v.object({ ok: v.literal(false), error })])

const addOutcome = result(
  v.object({ id: v.string(), known: v.boolean() }),
  v.object({ name: v.string(), refusal: fileRefusal }),
)
/** What happened to one chosen file: its task, which may have existed before, or the reason why there is none. */
export type AddOutcome = v.InferOutput<typeof addOutcome>

const queueMove = v.picklist(['first', 'up', 'down'])
/** Where a task goes in the queue: before all that are left, or one place on. */
export type QueueMove = v.InferOutput<typeof queueMove>

const networkSettings = v.object({
  /** Send over Wi-Fi and cables only. */
  wifiOnly: v.boolean(),
  /** Wait while the device saves data on a connection that may cost. */
  obeyDataSaver: v.boolean(),
})
/** What the person wants of this device's connection. */
export type NetworkSettings = v.InferOutput<typeof networkSettings>

/** A command: what it takes, what it results in, and the result that stands for a worker that could not do it. */
type Row<Arguments extends unknown[], Result> = {
  arguments: v.GenericSchema<unknown, Arguments>
  result: v.GenericSchema<unknown, Result>
  whenBroken: (...args: NoInfer<Arguments>) => NoInfer<Result>
}
const command = <Arguments extends unknown[], Result>(row: Row<Arguments, Result>): Row<Arguments, Result> =>
  row
/** A command without a result. */
const order = <Items extends v.TupleItems>(...items: Items) => ({
  arguments: v.strictTuple(items),
  result: nothing,
  whenBroken: () => undefined,
})

const customer = v.string()
const id = v.string()
const ids = v.array(id)

const table = {
  /** Resolves when each file is a task, or is not taken: one that is slow to read holds up the result, not the others. */
  add: command({
    arguments: v.strictTuple([customer, destination, v.array(chosenFile)]),
    result: v.array(addOutcome),
    whenBroken: (_customer, _destination, files) =>
      files.map(({ file }) => fail({ name: file.name, refusal: 'broken' as const })),
  }),
  /** Gives a task its file back after a restart; any other file is refused. */
  give: command({
    arguments: v.strictTuple([id, chosenFile]),
    result: result(nothing, otherFile),
    whenBroken: () => fail('broken' as const),
  }),
  /** Does what a button of these tasks says. */
  command: order(ids, v.picklist(uploadButtons)),
  /** There may be another network: one that answers in place of the store may be gone, or the coach has signed in to it. */
  tryAgain: order(),
  /** Cancels all uploads of a customer, and what is still being chosen with them. */
  cancelAll: order(customer),
  /** Takes finished and cancelled tasks off the list. */
  dismiss: order(ids),
  /** Puts a waiting task elsewhere in the queue. */
  move: order(id, queueMove),
  /** Over which connections this device sends. */
  setNetwork: order(networkSettings),
  /** The stored handle of a task's file, so that the page can ask for permission on a tap. */
  handleOf: command({
    arguments: v.strictTuple([id]),
    result: v.optional(handle),
    whenBroken: () => undefined,
  }),
  /** Cancels what a customer has not finished, and deletes it from the store: they sign out. At most some seconds. */
  clear: order(customer),
  /** Who is signed in now: the tasks of others wait. */
  session: order(v.union([customer, v.undefined()])),
}

export type CommandName = keyof typeof table
export type ArgumentsOf<Name extends CommandName> = {
  [N in CommandName]: v.InferOutput<(typeof table)[N]['arguments']>
}[Name]
export type ResultOf<Name extends CommandName> = {
  [N in CommandName]: v.InferOutput<(typeof table)[N]['result']>
}[Name]

/** Every command that the page, another tab and the engine know, each as a function. */
export type UploadCommands = { [N in CommandName]: (...args: ArgumentsOf<N>) => Promise<ResultOf<N>> }

/**
 * The commands of the uploads as data. The types, the page's calls of its worker, the messages between tabs with their
 * validation, and the engine's dispatch derive from it: a new command is a row here and its handler in the engine.
 */
export const commandTable: { [N in CommandName]: Row<ArgumentsOf<N>, ResultOf<N>> } = table

export const commandNames = Object.keys(table).filter((name): name is CommandName =>
  Object.hasOwn(table, name),
)

/** A function for every command. */
export const everyCommand = (
  make: <N extends CommandName>(name: N) => (...args: ArgumentsOf<N>) => Promise<ResultOf<N>>,
): UploadCommands =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.fromEntries` forgets the names
  Object.fromEntries(commandNames.map((name) => [name, make(name)])) as UploadCommands
