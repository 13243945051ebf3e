import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** The customer whom a request speaks for, from which device, and when they signed in. */
export type Session = { customer: string; device: string; admin: boolean; signedInAt: Date }

/** What the stages of a request leave for the next ones. */
export type AppEnv = {
  /** Absent where a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /** The row's path or a class of files, for the log: the address itself may identify a person. */
    route?: string
    session?: Session
    /** Of a request that is traced. */
    traceId?: string
    /** The refusal that the request ended with. */
    refused?: string
  }
}

export type Http = Context<AppEnv>
