import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { JsonFile } from '../shared/json-file.ts'
import type { LoyaltyState, Session } from './loyalty-state.ts'

type Options = {
  file: JsonFile<LoyaltyState>
  now: () => number
  lifetimes: { accessSeconds: number; refreshSeconds: number }
}

/**
 * ms for which a used refresh token still works. The response with its successor may have been lost on the
 * way to a phone.
 */
const graceMs = 60_000
/** tokens of each kind that a session still recognises */
const maxTokens = 10

const newToken = () => randomBytes(32).toString('base64url')
const hashOf = (token: string) => createHash('sha256').update(token).digest('hex')

/** The sessions of the provider. Refresh tokens rotate; reuse after the grace period ends the session. */
export const createSessionStore = ({ file, now, lifetimes }: Options) => {
  const store = (change: (sessions: Session[]) => Session[]) =>
    file.change((state) => {
      const alive = state.sessions.filter(({ refresh }) => (refresh[0]?.expiresAt ?? 0) > now())
      return { ...state, sessions: change(alive) }
    })
  const endWhere = (matches: (session: Session) => boolean) =>
    store((sessions) => sessions.filter((session) => !matches(session)))
  const end = (id: string) => endWhere((session) => session.id === id)

  /** New tokens in the form that is sent and in the form that is stored. */
  const makeTokens = () => {
    const [access, refresh] = [newToken(), newToken()]
    const { accessSeconds, refreshSeconds } = lifetimes
    return {
      given: { AccessToken: access, RefreshToken: refresh, Expires: accessSeconds },
      access: { hash: hashOf(access), expiresAt: now() + accessSeconds * 1000 },
      refresh: { hash: hashOf(refresh), expiresAt: now() + refreshSeconds * 1000 },
    }
  }

  const open = async (profileId: string) => {
    const { given, access, refresh } = makeTokens()
    const session: Session = { id: randomUUID(), profileId, access: [access], refresh: [refresh] }
    await store((sessions) => [...sessions, session])
    return given
  }

  /** Renews the tokens of a session. Undefined if the refresh token is not the session's or came too late. */
  const renew = async (id: string, refreshToken: string) => {
    const session = file.content.sessions.find((candidate) => candidate.id === id)
    const hash = hashOf(refreshToken)
    const shown = session?.refresh.find((candidate) => candidate.hash === hash)
    if (!session || !shown || shown.expiresAt <= now()) return undefined
    const { usedAt = now() } = shown
    if (usedAt + graceMs < now()) {
      // Another party may hold the successor, so the session ends for both.
      await end(id)
      return undefined
    }
    const made = makeTokens()
    const used = session.refresh.map((token) => (token === shown ? { ...token, usedAt } : token))
    const renewed: Session = {
      ...session,
      access: [made.access, ...session.access].slice(0, maxTokens),
      refresh: [made.refresh, ...used].slice(0, maxTokens),
    }
    await store((sessions) => sessions.map((stored) => (stored.id === id ? renewed : stored)))
    return made.given
  }

  return {
    open,
    renew,
    /** The session of an access token, and whether the token has expired. */
    byAccessToken: (token: string) => {
      const hash = hashOf(token)
      for (const session of file.content.sessions) {
        const access = session.access.find((candidate) => candidate.hash === hash)
        if (access) return { session, expired: access.expiresAt <= now() }
      }
      return undefined
    },
    end,
    /** Ends every session of a profile, except `but`. */
    endAllOf: (profileId: string, but?: string) =>
      endWhere((session) => session.profileId === profileId && session.id !== but),
  }
}
export type SessionStore = ReturnType<typeof createSessionStore>
