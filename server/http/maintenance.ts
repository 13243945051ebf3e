import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'
import { refuse } from './refusal.ts'

/** s until an announced maintenance is over; 0 without one */
export const maintenanceLeft = (until: Date | undefined, now: () => Date): number =>
  until ? Math.max(0, Math.ceil((until.getTime() - now().getTime()) / 1000)) : 0

/** Refuses calls until an announced time, and says how long to wait; the site itself stays up. */
export const maintenance =
  (until: Date | undefined, now: () => Date): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const seconds = maintenanceLeft(until, now)
    if (seconds === 0) return next()
    return refuse(http, { code: 'maintenance', retryAfter: seconds })
  }
