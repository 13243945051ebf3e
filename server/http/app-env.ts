import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Role } from '../../src/contract/roles.ts'

/** The product session of a request: which customer uses which device. */
export type Session = {
  customer: string
  device: string
  role: Role
  /** Whether the group of a user pool makes the customer a manager. */
  isInGroup: boolean
  /** When the customer last proved a second factor in this session. Null if they have not. */
  secondFactorAt: Date | null
  /** Whether that is recent enough for an admin. */
  hasSecondFactor: boolean
  signedInAt: Date
}

/** Values that middleware and handlers share during a request. */
export type AppEnv = {
  /** Absent if a test calls the app without a socket. */
  Bindings: Partial<HttpBindings>
  Variables: {
    requestId: string
    /**
     * The path of the call in the contract, or a group of paths such as `site`. Logged instead of the URL,
     * which may identify the user.
     */
    route?: string
    session?: Session
    /** Set only if the request is traced. */
    traceId?: string
    /** The code of the error, for the log and the metrics. Absent if the request succeeded. */
    errorCode?: string
  }
}

/** Hono's context of a request, which handlers use to read the request and set the response. */
export type Http = Context<AppEnv>
