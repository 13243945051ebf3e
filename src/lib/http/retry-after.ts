/** In s. A longer wait is a mistake that would stop a phone from sending permanently. */
const maxSeconds = 86_400

const secondsOf = (wait: string, date: string | null, now: number): number => {
  if (/^\d+$/.test(wait)) return Number(wait)
  // A date is by the server's clock, so its `Date` header gives the distance. A phone may be hours off.
  const sent = Date.parse(date ?? '')
  return Math.ceil((Date.parse(wait) - (Number.isNaN(sent) ? now : sent)) / 1000)
}

/**
 * Reads `Retry-After`, in seconds or as a date; returns the wait in s, at most a day. Undefined if the header
 * is missing or unreadable, or names a past time, which would cause retries in a loop.
 */
export const retryAfterOf = (headers: Headers, now: number): number | undefined => {
  const wait = headers.get('Retry-After')
  const seconds = wait === null ? 0 : secondsOf(wait, headers.get('Date'), now)
  return seconds > 0 ? Math.min(seconds, maxSeconds) : undefined
}
