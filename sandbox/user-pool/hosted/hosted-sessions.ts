import { randomUUID } from 'node:crypto'

/** How long the page remembers who has signed in, as in Cognito. */
const sessionLifetimeMs = 3_600_000

/** The name of the cookie, which is Cognito's. */
export const sessionCookie = 'cognito'

type HostedSession = { sub: string; authTime: number; expiresAt: number }

/**
 * Stores who is signed in on the hosted page of one client, by the value of the browser's cookie. Within an
 * hour the page asks for no password again, unless the app requests it (`prompt=login`). Only in memory.
 */
export const createHostedSessions = (now: () => number) => {
  const sessions = new Map<string, HostedSession>()
  return {
    open(sub: string) {
      const id = randomUUID()
      const authTime = Math.floor(now() / 1000)
      sessions.set(id, { sub, authTime, expiresAt: now() + sessionLifetimeMs })
      return { id, sub, authTime }
    },
    find(id: string | undefined): Pick<HostedSession, 'sub' | 'authTime'> | undefined {
      const session = sessions.get(id ?? '')
      return session && session.expiresAt > now() ? session : undefined
    },
    end: (id: string | undefined) => sessions.delete(id ?? ''),
  }
}
