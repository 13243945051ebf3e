type Registration = { challenge: string; expiresAt: number }

type Options = { lifetimeMs: number; now: () => number }

/** Stores the challenge of each user who is registering a passkey. A new one replaces the previous one. */
export const createRegistrations = ({ lifetimeMs, now }: Options) => {
  const registrations = new Map<string, Registration>()
  return {
    start: (sub: string, challenge: string) =>
      registrations.set(sub, { challenge, expiresAt: now() + lifetimeMs }),
    /** Removes and returns a challenge, or returns undefined if there is none or it has expired. */
    take(sub: string): string | undefined {
      const registration = registrations.get(sub)
      registrations.delete(sub)
      return registration && registration.expiresAt > now() ? registration.challenge : undefined
    },
  }
}
