import * as v from 'valibot'

/** How a call to one of the person's services proves who makes it (specification §6). */
export type Credentials = {
  anyone: undefined
  /** base64 of the site's own `name:secret`, for sign-up and sign-in at the loyalty provider only */
  vendor: { vendor: string }
  /** a coach's access token of the loyalty provider */
  user: { accessToken: string }
  /** a coach's identity token of either provider, and the key of the locale */
  identity: { identityToken: string; key: string }
}
export type AuthKind = keyof Credentials

/** One call of a service that is not ours; `path` comes after the service's address. */
export type ServiceCall = {
  method: 'GET' | 'POST'
  path: `/${string}`
  auth: AuthKind
  body: v.GenericSchema<unknown, unknown>
  /** a success; refusals have one shape per service */
  response: v.GenericSchema<unknown, unknown>
  summary: string
}

/** The part of a row that several calls of a service share, as a function of the other. */
export const callBy =
  <const Kind extends Partial<ServiceCall>>(kind: Kind) =>
  (path: ServiceCall['path'], summary: string) => ({ ...kind, path, summary })

export type ServiceCalls = Readonly<Record<string, ServiceCall>>
/** What a type parameter for a table of calls extends: its names stay exact. */
export type CallsOf<T> = { readonly [N in keyof T]: ServiceCall }

export type SentBody<C extends ServiceCall> = v.InferInput<C['body']>
export type ServiceResponse<C extends ServiceCall> = v.InferOutput<C['response']>

/** Why a service refused, in its own code; `path` is the field of the body that was wrong. */
export type ServiceRefusal = { code: string; path?: string }

/** All calls of a service, and how its refusals read. */
export type Service<T extends CallsOf<T> = ServiceCalls> = {
  calls: T
  refusal: v.GenericSchema<unknown, ServiceRefusal>
}

export const keyHeader = 'X-Api-Key'

/** The headers that carry credentials. */
export const credentialHeaders = (credentials: Credentials[AuthKind]): Record<string, string> => {
  if (credentials === undefined) return {}
  if ('vendor' in credentials) return { Authorization: `Basic ${credentials.vendor}` }
  if ('accessToken' in credentials) return { Authorization: `User ${credentials.accessToken}` }
  return { Authorization: `Bearer ${credentials.identityToken}`, [keyHeader]: credentials.key }
}

/** A refusal of the services that have no form of their own for it. */
export const jsonRefusal = v.pipe(
  v.object({ error: v.object({ code: v.string(), message: v.string(), path: v.optional(v.string()) }) }),
  v.transform(({ error: { code, path } }): ServiceRefusal => ({
    code,
    ...(path === undefined ? {} : { path }),
  })),
)
