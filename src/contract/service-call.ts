import * as v from 'valibot'

/** The credentials of calls to the person's services (specification §6). */
export type Credentials = {
  anyone: undefined
  /**
   * Base64 of `name:secret`, by which the loyalty provider knows the site as its vendor. Only for sign-up and
   * sign-in.
   */
  vendor: { vendor: string }
  /** A coach's access token of the loyalty provider. */
  user: { accessToken: string }
  /** A coach's identity token of either provider, and the key of the locale. */
  identity: { identityToken: string; key: string }
}
export type AuthKind = keyof Credentials

/** One call of an external service. `path` follows the base URL of the service. */
export type ServiceCall = {
  method: 'GET' | 'POST'
  path: `/${string}`
  auth: AuthKind
  body: v.GenericSchema<unknown, unknown>
  /** A success. Refusals have one shape per service. */
  response: v.GenericSchema<unknown, unknown>
  summary: string
}

/** Returns a function that adds `path` and `summary` to the fields that several calls share. */
export const callBy =
  <const Kind extends Partial<ServiceCall>>(kind: Kind) =>
  (path: ServiceCall['path'], summary: string) => ({ ...kind, path, summary })

export type ServiceCalls = Readonly<Record<string, ServiceCall>>
/** The constraint for a type parameter with a table of calls. It preserves the exact names. */
export type CallsOf<T> = { readonly [N in keyof T]: ServiceCall }

export type SentBody<C extends ServiceCall> = v.InferInput<C['body']>
export type ServiceResponse<C extends ServiceCall> = v.InferOutput<C['response']>

/** A refusal in the service's own code. `path` is the invalid field of the body. */
export type ServiceRefusal = { code: string; path?: string }

/** All calls of a service, and the schema of its refusals. */
export type Service<T extends CallsOf<T> = ServiceCalls> = {
  calls: T
  refusal: v.GenericSchema<unknown, ServiceRefusal>
}

export const keyHeader = 'X-Api-Key'

export const credentialHeaders = (credentials: Credentials[AuthKind]): Record<string, string> => {
  if (credentials === undefined) return {}
  if ('vendor' in credentials) return { Authorization: `Basic ${credentials.vendor}` }
  if ('accessToken' in credentials) return { Authorization: `User ${credentials.accessToken}` }
  return { Authorization: `Bearer ${credentials.identityToken}`, [keyHeader]: credentials.key }
}

/** The refusals of services without a format of their own. */
export const jsonRefusal = v.pipe(
  v.object({ error: v.object({ code: v.string(), message: v.string(), path: v.optional(v.string()) }) }),
  v.transform(({ error: { code, path } }): ServiceRefusal => ({
    code,
    ...(path !== undefined && { path }),
  })),
)
