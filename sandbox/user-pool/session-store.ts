import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { JsonFile } from '../shared/json-file.ts'
import type { PoolState, Session } from './pool-state.ts'

/**
 * What a session takes over from its sign-in: the device, if the pool tracks devices, and from the hosted page
 * the time, in s since the epoch, and the scopes.
 */
type SignInDetails = { deviceKey?: string | undefined; authTime?: number; scope?: string }

type Options = { file: JsonFile<PoolState>; now: () => number; refreshLifetimeMs: number }

const hashToken = (refreshToken: string) => createHash('sha256').update(refreshToken).digest('hex')

/**
 * Stores the sessions of signed-in users of one pool. A revoked session stays until its refresh token would
 * have expired. Each change also removes expired sessions.
 */
export const createSessionStore = ({ file, now, refreshLifetimeMs }: Options) => {
  const changeSessions = (update: (sessions: Session[]) => Session[]) =>
    file.change((state) => {
      const liveSessions = Object.values(state.sessions).filter((session) => session.expiresAt > now())
      const entries = update(liveSessions).map((session) => [session.id, session])
      return { ...state, sessions: Object.fromEntries(entries) }
    })

  const revoke = (matches: (session: Session) => boolean) =>
    changeSessions((sessions) =>
      sessions.map((session) => (matches(session) ? { ...session, revoked: true } : session)),
    )

  const open = async (
    sub: string,
    { deviceKey, authTime, scope }: SignInDetails = {},
  ): Promise<{ session: Session; refreshToken: string }> => {
    const refreshToken = randomBytes(64).toString('base64url')
    const session: Session = {
      id: randomUUID(),
      sub,
      eventId: randomUUID(),
      refreshTokenHash: hashToken(refreshToken),
      authTime: authTime ?? Math.floor(now() / 1000),
      expiresAt: now() + refreshLifetimeMs,
      revoked: false,
      ...(deviceKey !== undefined && { deviceKey }),
      ...(scope !== undefined && { scope }),
    }
    await changeSessions((sessions) => [...sessions, session])
    return { session, refreshToken }
  }

  return {
    open,
    findById: (id: string): Session | undefined => file.content.sessions[id],
    findByRefreshToken: (token: string): Session | undefined => {
      const hash = hashToken(token)
      return Object.values(file.content.sessions).find((session) => session.refreshTokenHash === hash)
    },
    revokeOne: (id: string) => revoke((session) => session.id === id),
    revokeAll: (sub: string) => revoke((session) => session.sub === sub),
  }
}
