import * as v from 'valibot'
import type { UploadChange, UploadCommands } from '../../../uploads/contract.ts'
import { accessLevels } from '../../../uploads/task.ts'

/** What a tab without the uploads asks of the tab that has them. Another tab may run another version of the app. */
const isFile = (value: unknown): value is File => value instanceof File
const isHandle = (value: unknown): value is FileSystemFileHandle =>
  typeof FileSystemFileHandle === 'function' && value instanceof FileSystemFileHandle

const chosenFile = v.object({
  file: v.custom<File>(isFile),
  handle: v.exactOptional(v.custom<FileSystemFileHandle>(isHandle)),
  path: v.exactOptional(v.string()),
})
const destination = v.object({ level: v.picklist(accessLevels), folder: v.string() })
const ids = v.array(v.string())

export const request = v.variant('name', [
  v.object({
    name: v.literal('add'),
    args: v.strictTuple([v.string(), destination, v.array(chosenFile)]),
  }),
  v.object({ name: v.literal('give'), args: v.strictTuple([v.string(), chosenFile]) }),
  v.object({
    name: v.literal('command'),
    args: v.strictTuple([ids, v.picklist(['start', 'pause', 'resume', 'cancel'])]),
  }),
  v.object({ name: v.literal('dismiss'), args: v.strictTuple([ids]) }),
  v.object({
    name: v.literal('move'),
    args: v.strictTuple([v.string(), v.picklist(['first', 'up', 'down'])]),
  }),
  v.object({
    name: v.literal('setNetwork'),
    args: v.strictTuple([v.object({ wifiOnly: v.boolean(), obeyDataSaver: v.boolean() })]),
  }),
  v.object({ name: v.literal('handleOf'), args: v.strictTuple([v.string()]) }),
  v.object({ name: v.literal('clear'), args: v.strictTuple([v.string()]) }),
  v.object({ name: v.literal('session'), args: v.strictTuple([v.union([v.string(), v.undefined()])]) }),
])
export type CommandRequest = v.InferOutput<typeof request>

const isChange = (value: unknown): value is UploadChange =>
  typeof value === 'object' && value !== null && 'tasks' in value && Array.isArray(value.tasks)

export const tabMessage = v.variant('type', [
  /** Someone new wants to know everything. */
  v.object({ type: v.literal('ask') }),
  /** Someone took the uploads over: what was asked and not answered is asked again. */
  v.object({ type: v.literal('owner') }),
  v.object({ type: v.literal('change'), change: v.custom<UploadChange>(isChange) }),
  v.object({ type: v.literal('call'), id: v.string(), request }),
  v.object({ type: v.literal('answer'), id: v.string(), value: v.unknown() }),
  v.object({ type: v.literal('failed'), id: v.string(), error: v.string() }),
])
export type TabMessage = v.InferOutput<typeof tabMessage>

/** Does a request on the engine. */
export const perform = async (engine: UploadCommands, { name, args }: CommandRequest): Promise<unknown> => {
  if (name === 'add') return engine.add(...args)
  if (name === 'give') return engine.give(...args)
  if (name === 'command') return engine.command(...args)
  if (name === 'dismiss') return engine.dismiss(...args)
  if (name === 'move') return engine.move(...args)
  if (name === 'setNetwork') return engine.setNetwork(...args)
  if (name === 'clear') return engine.clear(...args)
  if (name === 'handleOf') return engine.handleOf(...args)
  return engine.session(...args)
}

const failed = <E extends v.GenericSchema>(error: E) => v.object({ ok: v.literal(false), error })

/** The answers that carry something, parsed as they come from another tab. */
export const answers = {
  add: v.array(
    v.variant('ok', [
      v.object({ ok: v.literal(true), value: v.object({ id: v.string(), known: v.boolean() }) }),
      failed(
        v.object({
          name: v.string(),
          refusal: v.picklist([
            'unreadable',
            'key-too-long',
            'folder-without-address',
            'too-large',
            'name-missing',
            'signed-out',
          ]),
        }),
      ),
    ]),
  ),
  give: v.variant('ok', [
    v.pipe(
      v.object({ ok: v.literal(true) }),
      v.transform(() => ({ ok: true as const, value: undefined })),
    ),
    failed(v.picklist(['other-file', 'unreadable', 'task-gone'])),
  ]),
  handleOf: v.optional(v.custom<FileSystemFileHandle>(isHandle)),
  nothing: v.pipe(
    v.unknown(),
    v.transform(() => undefined),
  ),
}
