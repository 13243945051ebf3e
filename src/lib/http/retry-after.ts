/** In s. A longer wait is a mistake that would stop a phone from sending permanently. */
const maxSeconds = 86_400

/** May be NaN or negative. `sentDate` is the `Date` header of the response. */
const parseSeconds = (retryAfter: string, sentDate: string | null, now: number): number => {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  // A date is by the server's clock, so its `Date` header gives the distance. A phone may be hours off.
  const sentAt = Date.parse(sentDate ?? '')
  return Math.ceil((Date.parse(retryAfter) - (Number.isNaN(sentAt) ? now : sentAt)) / 1000)
}

/**
 * Reads `Retry-After`, in seconds or as a date; returns the wait in s, at most a day. Undefined if the header
 * is missing or unreadable, or names a past time, which would cause retries in a loop. `now` is in ms since
 * epoch.
 */
export const parseRetryAfter = (headers: Headers, now: number): number | undefined => {
  const retryAfter = headers.get('Retry-After')
  if (retryAfter === null) return undefined
  const seconds = parseSeconds(retryAfter, headers.get('Date'), now)
  return seconds > 0 ? Math.min(seconds, maxSeconds) : undefined
}
