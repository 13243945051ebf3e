import type { IncomingHttpHeaders } from 'node:http'
import * as v from 'valibot'
import type { AuthKind, CallsOf, ServiceCall } from '../../src/contract/service-call.ts'
import { ServiceError } from './service-error.ts'

/**
 * A call with valid credentials and a valid body. `run` executes it and resolves with the response's body.
 */
type AcceptedCall = { body: unknown; run: () => Promise<unknown> }

/** One call of a contract with its implementation. */
export type Endpoint<C extends ServiceCall = ServiceCall> = {
  definition: C
  /** Checks a call. Throws `ServiceError` if its credentials or its body are wrong. */
  accept: (headers: IncomingHttpHeaders, input: unknown) => Promise<AcceptedCall>
}

/** An endpoint for every call of a contract. A missing endpoint, or one for another call, does not compile. */
export type Endpoints<T extends CallsOf<T>> = { [N in keyof T]: Endpoint<T[N]> }

/** Identifies the caller, for each kind of credentials that a service accepts. */
export type Authorize<Callers> = {
  [K in keyof Callers]: (headers: IncomingHttpHeaders) => Callers[K] | Promise<Callers[K]>
}

/** Creates a service's error for an invalid body from the message and the path of the wrong field. */
export type CreateInvalidBodyError = (message: string, path: string | undefined) => ServiceError

type ResponseBody<C extends ServiceCall> = v.InferInput<C['response']>

/**
 * Creates the endpoints of one service. An endpoint checks the credentials, then the body against the schema
 * of its call. It also parses the response with its schema, so that the response contains exactly what the
 * contract defines.
 */
export const createEndpointFactory =
  <Callers extends Partial<Record<AuthKind, unknown>>>(
    authorize: Authorize<Callers>,
    createBodyError: CreateInvalidBodyError,
  ) =>
  <C extends ServiceCall & { auth: keyof Callers }>(
    definition: C,
    handle: (
      body: v.InferOutput<C['body']>,
      caller: Callers[C['auth']],
    ) => ResponseBody<C> | Promise<ResponseBody<C>>,
  ): Endpoint<C> => ({
    definition,
    accept: async (headers, input) => {
      const caller = await authorize[definition.auth](headers)
      const parsed = v.safeParse<C['body']>(definition.body, input)
      if (!parsed.success) {
        const [issue] = parsed.issues
        throw createBodyError(issue.message, v.getDotPath(issue) ?? undefined)
      }
      const body = parsed.output
      return {
        body,
        run: async () => v.parse<C['response']>(definition.response, await handle(body, caller)),
      }
    },
  })

/**
 * Creates the error for an invalid body, for services that define no error format. `createJsonErrorBody`
 * creates the body of its response.
 */
export const createInvalidBodyError: CreateInvalidBodyError = (message, path) =>
  new ServiceError(400, 'body-refused', message, path)
export const createJsonErrorBody = ({ code, message, path }: ServiceError): object => ({
  error: { code, message, ...(path === undefined ? {} : { path }) },
})
