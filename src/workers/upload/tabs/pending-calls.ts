import type { CommandCall, TabMessage } from './tab-message.ts'

type Pending = { request: CommandCall; resolve: (result: unknown) => void; reject: (error: Error) => void }

/** Calls to the owner of the uploads that have no result yet. */
export const createPendingCalls = (post: (message: TabMessage) => void, newId: () => string) => {
  const calls = new Map<string, Pending>()

  const take = (id: string): Pending | undefined => {
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
    perform: (perform: (request: CommandCall) => Promise<unknown>) => {
      for (const id of calls.keys()) {
        const call = take(id)
        if (call) perform(call.request).then(call.resolve, call.reject)
      }
    },
  }
}
