import * as v from 'valibot'

/** The credentials for calls of external services (specification §6). */
export type Credentials = {
  anyone: undefined
  /**
   * Base64 of `name:secret`, the site's own credential as a vendor of the loyalty provider. Only for sign-up
   * and sign-in.
   */
  vendor: { vendor: string }
  /** A coach's access token of the loyalty provider. */
  user: { accessToken: string }
  /** A coach's identity token of either provider, and the API key of the locale. */
  identity: { identityToken: string; key: string }
}
export type AuthKind = keyof Credentials

/** One call of an external service. `path` is relative to the base URL of the service. */
export type ServiceCall = {
  method: 'GET' | 'POST'
  path: `/${string}`
  auth: AuthKind
  body: v.GenericSchema<unknown, unknown>
  /** The schema of a success. Refusals have one schema per service. */
  response: v.GenericSchema<unknown, unknown>
}

/** Returns a function that creates a call from its path, with the fields of `kind`. */
export const callBy =
  <const Kind extends Partial<ServiceCall>>(kind: Kind) =>
  (path: ServiceCall['path']) => ({ ...kind, path })

export type ServiceCalls = Readonly<Record<string, ServiceCall>>
/** Constrains a type parameter to a table of calls, and preserves the names of the calls. */
export type CallsOf<T> = { readonly [N in keyof T]: ServiceCall }

export type SentBody<C extends ServiceCall> = v.InferInput<C['body']>
export type ServiceResponse<C extends ServiceCall> = v.InferOutput<C['response']>

/** A refusal. `code` is the service's own code, and `path` is the invalid field of the body. */
export type ServiceRefusal = { code: string; path?: string }

/** The calls of a service, and the schema of its refusals. */
export type Service<T extends CallsOf<T> = ServiceCalls> = {
  calls: T
  refusal: v.GenericSchema<unknown, ServiceRefusal>
}

export const keyHeader = 'X-Api-Key'

/** Creates the headers that contain the credentials of a call. */
export const createCredentialHeaders = (credentials: Credentials[AuthKind]): Record<string, string> => {
  if (credentials === undefined) return {}
  if ('vendor' in credentials) return { Authorization: `Basic ${credentials.vendor}` }
  if ('accessToken' in credentials) return { Authorization: `User ${credentials.accessToken}` }
  return { Authorization: `Bearer ${credentials.identityToken}`, [keyHeader]: credentials.key }
}

/** The schema of refusals for services that do not have their own format. */
export const jsonRefusal = v.pipe(
  v.object({ error: v.object({ code: v.string(), message: v.string(), path: v.optional(v.string()) }) }),
  v.transform(({ error: { code, path } }): ServiceRefusal => ({
    code,
    ...(path !== undefined && { path }),
  })),
)
