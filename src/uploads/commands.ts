import * as v from 'valibot'
import { fail } from '../lib/result.ts'
import { accessLevels } from '../stored-files/storage-calls.ts'
import { uploadButtons } from './task.ts'

export const fileHandleSchema = v.custom<FileSystemFileHandle>(
  (value) => typeof FileSystemFileHandle === 'function' && value instanceof FileSystemFileHandle,
)
const chosenFileSchema = v.object({
  file: v.instance(File),
  /** With the handle, the file can be read again after a restart. */
  handle: v.exactOptional(fileHandleSchema),
  /** Its path in a dropped or chosen folder, including its name: `final/first-half.mp4`. */
  path: v.exactOptional(v.string()),
})
/** A file from a file chooser or a drop. */
export type ChosenFile = v.InferOutput<typeof chosenFileSchema>

const destinationSchema = v.object({ level: v.picklist(accessLevels), folder: v.string() })
/** The destination of chosen files: a folder inside an access level, either '' or ending with a slash. */
export type Destination = v.InferOutput<typeof destinationSchema>

const fileRefusalSchema = v.picklist([
  'unreadable',
  'key-too-long',
  /** The folder has no URL, because a browser removes the segments `.` and `..` from every URL. */
  'folder-without-address',
  'too-large',
  'name-missing',
  'signed-out',
  /** The coach cancelled all uploads while the file was being read. */
  'cancelled',
  /** The worker failed. */
  'broken',
])
/** Why a chosen file does not become an upload. */
export type FileRefusal = v.InferOutput<typeof fileRefusalSchema>

/**
 * `other-file`: the chosen file is not the file of the task. `unreadable`: it cannot be read. `task-gone`:
 * the task has ended or was removed. `broken`: the worker failed.
 */
const giveRefusalSchema = v.picklist(['other-file', 'unreadable', 'task-gone', 'broken'])
/** Why a file that was chosen again does not continue a task. */
export type GiveRefusal = v.InferOutput<typeof giveRefusalSchema>

/** For a command without a result: accepts any value and returns undefined. */
const voidSchema = v.pipe(
  v.unknown(),
  v.transform((): void => undefined),
)
const createResultSchema = <Value extends v.GenericSchema, Failure extends v.GenericSchema>(
  value: Value,
  error: Failure,
) => v.variant('ok', [v.object({ ok: v.literal(true), value }), v.object({ ok: v.literal(false), error })])

const addOutcomeSchema = createResultSchema(
  v.object({
    id: v.string(),
    /** Whether the file had a task before it was chosen this time. */
    known: v.boolean(),
  }),
  v.object({ name: v.string(), refusal: fileRefusalSchema }),
)
/** The outcome of one chosen file: the id of its task, or the reason why there is no task. */
export type AddOutcome = v.InferOutput<typeof addOutcomeSchema>

const queueMoveSchema = v.picklist(['first', 'up', 'down'])
/** Moves a task to the front of the queue (`first`), or by one position. */
export type QueueMove = v.InferOutput<typeof queueMoveSchema>

export const networkSettingsSchema = v.object({
  /** Send only over Wi-Fi and cables. */
  wifiOnly: v.boolean(),
  /** Wait while the data saver of the device is on, unless the connection is unmetered. */
  obeyDataSaver: v.boolean(),
})
/** The coach's choices about the connections that uploads may use. */
export type NetworkSettings = v.InferOutput<typeof networkSettingsSchema>

/**
 * A command: the schemas of its arguments and its result, and the result that is returned if the worker
 * fails. `NoInfer` makes TypeScript take both types from the schemas.
 */
type CommandRow<Arguments extends unknown[], Result> = {
  arguments: v.GenericSchema<unknown, Arguments>
  result: v.GenericSchema<unknown, Result>
  whenBroken: (...args: NoInfer<Arguments>) => NoInfer<Result>
}
const defineCommand = <Arguments extends unknown[], Result>(
  row: CommandRow<Arguments, Result>,
): CommandRow<Arguments, Result> => row
const defineCommandWithoutResult = <Items extends v.TupleItems>(...items: Items) => ({
  arguments: v.strictTuple(items),
  result: voidSchema,
  whenBroken: () => undefined,
})

const customerSchema = v.string()
const idSchema = v.string()
const idsSchema = v.array(idSchema)

const table = {
  /**
   * Adds files to the uploads. Resolves when each file has become a task or was refused. A file that is slow
   * to read delays the result, but not the uploads of the other files.
   */
  add: defineCommand({
    arguments: v.strictTuple([customerSchema, destinationSchema, v.array(chosenFileSchema)]),
    result: v.array(addOutcomeSchema),
    whenBroken: (_customer, _destination, files) =>
      files.map(({ file }) => fail({ name: file.name, refusal: 'broken' as const })),
  }),
  /** Gives a task its file, which the coach has chosen again. Any other file is refused. */
  give: defineCommand({
    arguments: v.strictTuple([idSchema, chosenFileSchema]),
    result: createResultSchema(voidSchema, giveRefusalSchema),
    whenBroken: () => fail('broken' as const),
  }),
  /** Performs the command of a button on these tasks. */
  command: defineCommandWithoutResult(idsSchema, v.picklist(uploadButtons)),
  /**
   * Resumes the uploads that are paused because something answered in place of the object store. The network
   * may have changed, or the coach may have signed in to it.
   */
  tryAgain: defineCommandWithoutResult(),
  /** Cancels all uploads of a customer, including files that are still being read. */
  cancelAll: defineCommandWithoutResult(customerSchema),
  /** Removes completed and cancelled tasks from the list. */
  dismiss: defineCommandWithoutResult(idsSchema),
  /** Moves a waiting task in the queue. */
  move: defineCommandWithoutResult(idSchema, queueMoveSchema),
  /** Sets which connections the uploads of this device may use. */
  setNetwork: defineCommandWithoutResult(networkSettingsSchema),
  /**
   * Returns the stored handle of a task's file, so that the page can ask for permission to read it after a
   * tap.
   */
  handleOf: defineCommand({
    arguments: v.strictTuple([idSchema]),
    result: v.optional(fileHandleSchema),
    whenBroken: () => undefined,
  }),
  /**
   * Cancels a customer's unfinished uploads at sign-out, and deletes them from the object store. Takes a few
   * seconds at most.
   */
  clear: defineCommandWithoutResult(customerSchema),
  /** Sets the signed-in customer; undefined after a sign-out. The tasks of other customers wait. */
  session: defineCommandWithoutResult(v.union([customerSchema, v.undefined()])),
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
 * a handler in the engine. `commandTable` is `table` with a type that code for any command can index.
 */
export const commandTable: { [N in CommandName]: CommandRow<ArgumentsOf<N>, ResultOf<N>> } = table

export const commandNames = Object.keys(table).filter((name): name is CommandName =>
  Object.hasOwn(table, name),
)

/** Creates all commands. `create` creates one of them. */
export const mapCommands = (
  create: <N extends CommandName>(name: N) => (...args: ArgumentsOf<N>) => Promise<ResultOf<N>>,
): UploadCommands =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `Object.fromEntries` loses the types of the names
  Object.fromEntries(commandNames.map((name) => [name, create(name)])) as UploadCommands
