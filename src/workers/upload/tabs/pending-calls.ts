import * as v from 'valibot'
import { commandNames, commandTable } from '../../../uploads/commands.ts'
import type { UploadChange } from '../../../uploads/contract.ts'

/**
 * A command for the tab that owns the uploads. Another tab may run another version of the app, so the command
 * is checked.
 */
const commandCallSchema = v.union(
  commandNames.map((name) => v.object({ name: v.literal(name), args: commandTable[name].arguments })),
)
type CommandCall = v.InferOutput<typeof commandCallSchema>

const isChange = (value: unknown): value is UploadChange =>
  typeof value === 'object' && value !== null && 'tasks' in value && Array.isArray(value.tasks)

/** The messages between tabs. Their format must not change, because another tab may run an older version. */
export const tabMessageSchema = v.variant('type', [
  /** A tab asks for the whole state, and whether the owner is awake. */
  v.object({ type: v.literal('ask') }),
  /** The owner is awake. */
  v.object({ type: v.literal('alive') }),
  /**
   * A tab has become the owner of the uploads, so the other tabs repeat their calls that have no result yet.
   */
  v.object({ type: v.literal('owner') }),
  /** The owner publishes a change of the uploads. */
  v.object({ type: v.literal('change'), change: v.custom<UploadChange>(isChange) }),
  /** A tab asks the owner to perform a command. `id` is the id of the call. */
  v.object({ type: v.literal('call'), id: v.string(), request: commandCallSchema }),
  /** The owner has performed the command of a call. */
  v.object({ type: v.literal('answer'), id: v.string(), value: v.unknown() }),
  /** The command of a call has failed. */
  v.object({ type: v.literal('failed'), id: v.string(), error: v.string() }),
])
export type TabMessage = v.InferOutput<typeof tabMessageSchema>

type PendingCall = {
  request: CommandCall
  resolve: (result: unknown) => void
  reject: (error: Error) => void
}

/** Creates the list of calls to the owner of the uploads that have no result yet. */
export const createPendingCalls = (post: (message: TabMessage) => void, newId: () => string) => {
  const calls = new Map<string, PendingCall>()

  /** Removes a call and returns it. */
  const take = (id: string): PendingCall | undefined => {
    const call = calls.get(id)
    calls.delete(id)
    return call
  }

  return {
    call: (request: CommandCall): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = newId()
        calls.set(id, { request, resolve, reject })
        post({ type: 'call', id, request })
      }),
    resolve: (id: string, result: unknown) => take(id)?.resolve(result),
    reject: (id: string, error: string) => take(id)?.reject(new Error(error)),
    /** Sends the calls again because another tab owns the uploads now. */
    repeat: () => {
      for (const [id, { request }] of calls) post({ type: 'call', id, request })
    },
    /** Performs the calls here because this tab owns the uploads now. */
    perform: (performHere: (request: CommandCall) => Promise<unknown>) => {
      for (const id of calls.keys()) {
        const call = take(id)
        if (call) performHere(call.request).then(call.resolve, call.reject)
      }
    },
  }
}
