import type { MiddlewareHandler } from 'hono'
import type { AppEnv } from './app-env.ts'
import { refuse } from './refusal.ts'

/** s until an announced maintenance ends; 0 if there is none. */
export const maintenanceLeft = (until: Date | undefined, now: () => Date): number =>
  until ? Math.max(0, Math.ceil((until.getTime() - now().getTime()) / 1000)) : 0

/** Refuses calls until an announced time, with `Retry-After`. The site itself stays available. */
export const maintenance =
  (until: Date | undefined, now: () => Date): MiddlewareHandler<AppEnv> =>
  async (http, next) => {
    const seconds = maintenanceLeft(until, now)
    if (seconds === 0) return next()
    return refuse(http, { code: 'maintenance', retryAfter: seconds })
  }
