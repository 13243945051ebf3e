import type { CommandRequest, TabMessage } from './command-message.ts'

type Perform = (request: CommandRequest) => Promise<unknown>
type Call = { request: CommandRequest; resolve: (value: unknown) => void; reject: (error: Error) => void }

/** What was asked of the tab with the uploads, and not answered yet. */
export const createPendingCalls = (post: (message: TabMessage) => void, newId: () => string) => {
  const calls = new Map<string, Call>()

  const take = (id: string): Call | undefined => {
    const call = calls.get(id)
    calls.delete(id)
    return call
  }

  return {
    ask: (request: CommandRequest): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const id = newId()
        calls.set(id, { request, resolve, reject })
        post({ type: 'call', id, request })
      }),
    answered: (id: string, value: unknown) => take(id)?.resolve(value),
    failed: (id: string, error: string) => take(id)?.reject(new Error(error)),
    /** Asks again: another tab has the uploads now. */
    repeat: () => {
      for (const [id, { request }] of calls) post({ type: 'call', id, request })
    },
    /** Does everything here: this tab has the uploads now. */
    perform: (perform: Perform) => {
      for (const id of calls.keys()) {
        const call = take(id)
        if (call) perform(call.request).then(call.resolve, call.reject)
      }
    },
  }
}
