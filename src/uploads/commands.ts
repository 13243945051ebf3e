import * as v from 'valibot'
import { fail } from '../lib/result.ts'
import { uploadButtons } from './task.ts'
import { accessLevels } from '../stored-files/storage-calls.ts'

const handle = v.custom<FileSystemFileHandle>(
  (value) => typeof FileSystemFileHandle === 'function' && value instanceof FileSystemFileHandle,
)
const chosenFile = v.object({
  file: v.instance(File),
  /** With the handle, the file can be read again after a restart. */
  handle: v.exactOptional(handle),
  /** Its path in a dropped folder, including its name: `final/first-half.mp4`. */
  path: v.exactOptional(v.string()),
})
/** A file from a file chooser or a drop. */
export type ChosenFile = v.InferOutput<typeof chosenFile>

const destination = v.object({ level: v.picklist(accessLevels), folder: v.string() })
/** The destination of chosen files: a folder inside an access level, either '' or ending with a slash. */
export type Destination = v.InferOutput<typeof destination>

const fileRefusal = v.picklist([
  'unreadable',
  'key-too-long',
  /** The folder cannot be addressed: a browser removes the segments `.` and `..` from every address. */
  'folder-without-address',
  'too-large',
  'name-missing',
  'signed-out',
  /** The person cancelled all uploads while the file was being read. */
  'cancelled',
  /** The worker failed. */
  'broken',
])
/** Why a chosen file is not taken. */
export type FileRefusal = v.InferOutput<typeof fileRefusal>

const otherFile = v.picklist(['other-file', 'unreadable', 'task-gone', 'broken'])
/** Why a file that was chosen again does not continue a task. */
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
/**
 * The outcome of one chosen file: its task, which may have existed before, or the reason why there is no
 * task.
 */
export type AddOutcome = v.InferOutput<typeof addOutcome>

const queueMove = v.picklist(['first', 'up', 'down'])
/** Moves a task before all unfinished tasks, or by one place. */
export type QueueMove = v.InferOutput<typeof queueMove>

const networkSettings = v.object({
  /** Send only over Wi-Fi and cables. */
  wifiOnly: v.boolean(),
  /** Wait while the device saves data on a connection that may cost money. */
  obeyDataSaver: v.boolean(),
})
/** What the person wants for this device's connection. */
export type NetworkSettings = v.InferOutput<typeof networkSettings>

/** A command: its arguments, its result, and the result that is returned if the worker fails. */
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
  /**
   * Resolves when each file is a task or is refused. A file that is slow to read delays the result, but not
   * the other files.
   */
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
  /** Performs a button's command on these tasks. */
  command: order(ids, v.picklist(uploadButtons)),
  /**
   * The network may have changed: something that answered in place of the store may be gone, or the coach may
   * have signed in to the network.
   */
  tryAgain: order(),
  /** Cancels all uploads of a customer, including files that are still being read. */
  cancelAll: order(customer),
  /** Removes finished and cancelled tasks from the list. */
  dismiss: order(ids),
  /** Moves a waiting task in the queue. */
  move: order(id, queueMove),
  /** Sets the connections over which this device sends. */
  setNetwork: order(networkSettings),
  /** The stored handle of a task's file, so that the page can ask for permission on a tap. */
  handleOf: command({
    arguments: v.strictTuple([id]),
    result: v.optional(handle),
    whenBroken: () => undefined,
  }),
  /**
   * Cancels a customer's unfinished uploads at sign-out, and deletes them from the store. Takes a few seconds
   * at most.
   */
  clear: order(customer),
  /** Sets the signed-in customer: the tasks of other customers wait. */
  session: order(v.union([customer, v.undefined()])),
}

export type CommandName = keyof typeof table
export type ArgumentsOf<Name extends CommandName> = {
  [N in CommandName]: v.InferOutput<(typeof table)[N]['arguments']>
}[Name]
export type ResultOf<Name extends CommandName> = {
  [N in CommandName]: v.InferOutput<(typeof table)[N]['result']>
}[Name]

/** All commands as functions. The page, other tabs and the engine implement this interface. */
export type UploadCommands = { [N in CommandName]: (...args: ArgumentsOf<N>) => Promise<ResultOf<N>> }

/**
 * The commands of the uploads as data. The types, the page's calls of its worker, the messages between tabs
 * with their validation, and the engine's dispatch derive from this table. A new command needs a row here and
 * a handler in the engine.
 */
export const commandTable: { [N in CommandName]: Row<ArgumentsOf<N>, ResultOf<N>> } = table

export const commandNames = Object.keys(table).filter((name): name is CommandName =>
  Object.hasOwn(table, name),
)

/** Creates a function for every command. */
export const everyCommand = (
  make: <N extends CommandName>(name: N) => (...args: ArgumentsOf<N>) => Promise<ResultOf<N>>,
): UploadCommands =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.fromEntries` loses the types of the names
  Object.fromEntries(commandNames.map((name) => [name, make(name)])) as UploadCommands
