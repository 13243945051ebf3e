import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { JsonFile } from '../shared/json-file.ts'
import type { LoyaltyState, Session } from './loyalty-state.ts'

type Options = {
  file: JsonFile<LoyaltyState>
  now: () => number
  lifetimes: { accessSeconds: number; refreshSeconds: number }
}

/**
 * How long a used refresh token still works. The response with its successor may have been lost on the way to
 * a phone.
 */
const graceMs = 60_000
/** How many tokens of each kind a session recognises. Older ones are unknown. */
const maxTokens = 10

const createToken = () => randomBytes(32).toString('base64url')
const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

/**
 * Stores the sessions of the provider. Refresh tokens rotate: each renewal of a session creates a new one. If
 * an old one is used after the grace period, it may have been stolen, so the session ends.
 */
export const createSessionStore = ({ file, now, lifetimes }: Options) => {
  const changeSessions = (update: (sessions: Session[]) => Session[]) =>
    file.change((state) => {
      // The newest refresh token is the first.
      const liveSessions = state.sessions.filter(({ refresh }) => (refresh[0]?.expiresAt ?? 0) > now())
      return { ...state, sessions: update(liveSessions) }
    })
  const endWhere = (matches: (session: Session) => boolean) =>
    changeSessions((sessions) => sessions.filter((session) => !matches(session)))
  const end = (sessionId: string) => endWhere((session) => session.id === sessionId)

  /** Creates tokens as the response contains them, and as they are stored. */
  const createTokens = () => {
    const [accessToken, refreshToken] = [createToken(), createToken()]
    const { accessSeconds, refreshSeconds } = lifetimes
    return {
      response: { AccessToken: accessToken, RefreshToken: refreshToken, Expires: accessSeconds },
      access: { hash: hashToken(accessToken), expiresAt: now() + accessSeconds * 1000 },
      refresh: { hash: hashToken(refreshToken), expiresAt: now() + refreshSeconds * 1000 },
    }
  }

  const open = async (profileId: string) => {
    const { response, access, refresh } = createTokens()
    const session: Session = { id: randomUUID(), profileId, access: [access], refresh: [refresh] }
    await changeSessions((sessions) => [...sessions, session])
    return response
  }

  /**
   * Renews the tokens of a session. Resolves to undefined if the refresh token is unknown, has expired, or
   * was first used longer ago than the grace period.
   */
  const renew = async (sessionId: string, refreshToken: string) => {
    const session = file.content.sessions.find((candidate) => candidate.id === sessionId)
    const hash = hashToken(refreshToken)
    const presentedToken = session?.refresh.find((token) => token.hash === hash)
    if (!session || !presentedToken || presentedToken.expiresAt <= now()) return undefined
    // The first use starts the grace period.
    const { usedAt = now() } = presentedToken
    if (usedAt + graceMs < now()) {
      // Someone else may have used the token and have its successor, so the session ends for both.
      await end(sessionId)
      return undefined
    }
    const newTokens = createTokens()
    const oldRefreshTokens = session.refresh.map((token) =>
      token === presentedToken ? { ...token, usedAt } : token,
    )
    const renewedSession: Session = {
      ...session,
      access: [newTokens.access, ...session.access].slice(0, maxTokens),
      refresh: [newTokens.refresh, ...oldRefreshTokens].slice(0, maxTokens),
    }
    await changeSessions((sessions) =>
      sessions.map((candidate) => (candidate.id === sessionId ? renewedSession : candidate)),
    )
    return newTokens.response
  }

  return {
    open,
    renew,
    /** Finds the session of an access token, and whether the token has expired. */
    findByAccessToken: (token: string) => {
      const hash = hashToken(token)
      for (const session of file.content.sessions) {
        const access = session.access.find((candidate) => candidate.hash === hash)
        if (access) return { session, isExpired: access.expiresAt <= now() }
      }
      return undefined
    },
    end,
    /** Ends every session of a profile, except one. */
    endAll: (profileId: string, exceptSessionId?: string) =>
      endWhere((session) => session.profileId === profileId && session.id !== exceptSessionId),
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>
