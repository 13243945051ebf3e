import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import type { AuthKind, CallsOf, ServiceCall } from '../../src/contract/service-call.ts'
import { Refusal } from './refusal.ts'

/** A call whose caller and body were found in order; `run` does it. */
type Accepted = { body: unknown; run: () => Promise<unknown> }

/** One row of a contract with the code that carries it out. */
export type Endpoint<C extends ServiceCall = ServiceCall> = {
  row: C
  /** Throws `Refusal` where credentials or body are wrong. */
  accept: (headers: IncomingHttpHeaders, input: unknown) => Promise<Accepted>
}

/** An endpoint for every row of a contract: a missing one, or one of another row, does not compile. */
export type Endpoints<T extends CallsOf<T>> = { [N in keyof T]: Endpoint<T[N]> }

/** Who calls, for every kind of credentials that a service takes. */
export type Authorize<Callers> = {
  [K in keyof Callers]: (headers: IncomingHttpHeaders) => Callers[K] | Promise<Callers[K]>
}

/** How a service refuses a body: the complaint, and the field it is about. */
export type BodyRefused = (message: string, path: string | undefined) => Refusal

type Responded<C extends ServiceCall> = v.InferInput<C['response']>

/**
 * Makes the endpoints of one service: each checks credentials first, then the body by the schema of its row. The
 * response goes through the schema too: it says what the contract says and nothing more.
 */
export const endpointsOf =
  <Callers extends Partial<Record<AuthKind, unknown>>>(
    authorize: Authorize<Callers>,
    bodyRefused: BodyRefused,
  ) =>
  <C extends ServiceCall & { auth: keyof Callers }>(
    row: C,
    handle: (
      body: v.InferOutput<C['body']>,
      caller: Callers[C['auth']],
    ) => Responded<C> | Promise<Responded<C>>,
  ): Endpoint<C> => ({
    row,
    accept: async (headers, input) => {
      const caller = await authorize[row.auth](headers)
      const parsed = v.safeParse<C['body']>(row.body, input)
      if (!parsed.success) {
        const [issue] = parsed.issues
        throw bodyRefused(issue.message, v.getDotPath(issue) ?? undefined)
      }
      const body = parsed.output
      return { body, run: async () => v.parse<C['response']>(row.response, await handle(body, caller)) }
    },
  })

/** The refusals of the services that have no form of their own for them. */
export const jsonBodyRefused: BodyRefused = (message, path) => new Refusal(400, 'body-refused', message, path)
export const jsonRefusalBody = ({ code, message, path }: Refusal): object => ({
  error: { code, message, ...(path === undefined ? {} : { path }) },
})
