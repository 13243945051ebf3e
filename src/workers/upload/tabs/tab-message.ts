import * as v from 'valibot'
import { commandNames, commandTable } from '../../../uploads/commands.ts'
import type { UploadChange } from '../../../uploads/contract.ts'

/**
 * A command for the tab that owns the uploads. Another tab may run another version of the app, so the command
 * is checked.
 */
const command = v.union(
  commandNames.map((name) => v.object({ name: v.literal(name), args: commandTable[name].arguments })),
)
export type CommandCall = v.InferOutput<typeof command>

const isChange = (value: unknown): value is UploadChange =>
  typeof value === 'object' && value !== null && 'tasks' in value && Array.isArray(value.tasks)

/** The messages between tabs. The names must not change: the other tab may run an older version. */
export const tabMessage = v.variant('type', [
  /** A tab asks for the whole state, and whether the owner is awake. */
  v.object({ type: v.literal('ask') }),
  /** The owner is awake. */
  v.object({ type: v.literal('alive') }),
  /** A tab took over the uploads: calls without a result are sent again. */
  v.object({ type: v.literal('owner') }),
  v.object({ type: v.literal('change'), change: v.custom<UploadChange>(isChange) }),
  v.object({ type: v.literal('call'), id: v.string(), request: command }),
  v.object({ type: v.literal('answer'), id: v.string(), value: v.unknown() }),
  v.object({ type: v.literal('failed'), id: v.string(), error: v.string() }),
])
export type TabMessage = v.InferOutput<typeof tabMessage>
