import * as v from 'valibot'
import { commandNames, commandTable } from '../../../uploads/commands.ts'
import type { UploadChange } from '../../../uploads/contract.ts'

/** A command for the tab that has the uploads. Another tab may run another version of the app: it is checked. */
const command = v.union(
  commandNames.map((name) => v.object({ name: v.literal(name), args: commandTable[name].arguments })),
)
export type CommandCall = v.InferOutput<typeof command>

const isChange = (value: unknown): value is UploadChange =>
  typeof value === 'object' && value !== null && 'tasks' in value && Array.isArray(value.tasks)

/** What tabs say to each other. The names stay: the tab at the other end may be of an older version. */
export const tabMessage = v.variant('type', [
  /** A tab wants to know everything, and whether the owner is awake. */
  v.object({ type: v.literal('ask') }),
  /** The owner is awake. */
  v.object({ type: v.literal('alive') }),
  /** A tab took the uploads over: calls without a result are made again. */
  v.object({ type: v.literal('owner') }),
  v.object({ type: v.literal('change'), change: v.custom<UploadChange>(isChange) }),
  v.object({ type: v.literal('call'), id: v.string(), request: command }),
  v.object({ type: v.literal('answer'), id: v.string(), value: v.unknown() }),
  v.object({ type: v.literal('failed'), id: v.string(), error: v.string() }),
])
export type TabMessage = v.InferOutput<typeof tabMessage>
