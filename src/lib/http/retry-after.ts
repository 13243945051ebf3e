/** A longer wait must be a mistake. It would practically stop a device from sending. */
const maxSeconds = 86_400

/** A year: an end that no date can express must not reach the screen. */
const maxAnnouncedSeconds = 31_536_000

/** Returns a number that may be NaN or negative. `sentDate` is the `Date` header of the response. */
const parseSeconds = (retryAfter: string, sentDate: string | null, now: number): number => {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  // The date is by the server's clock, so it is compared with the server's `Date`. The device's clock may be
  // hours off.
  const sentAt = Date.parse(sentDate ?? '')
  return Math.ceil((Date.parse(retryAfter) - (Number.isNaN(sentAt) ? now : sentAt)) / 1000)
}

/**
 * Parses `Retry-After`, which contains seconds or a date; returns the time until then in s, for a message to
 * the coach. Undefined if the header is missing or invalid, or if its time has passed. `now` is in ms since
 * epoch.
 */
export const parseAnnouncedWait = (headers: Headers, now: number): number | undefined => {
  const retryAfter = headers.get('Retry-After')
  if (retryAfter === null) return undefined
  const seconds = parseSeconds(retryAfter, headers.get('Date'), now)
  return seconds > 0 ? Math.min(seconds, maxAnnouncedSeconds) : undefined
}

/**
 * Parses `Retry-After` as `parseAnnouncedWait` does; returns how long to wait before a retry in s, at most a
 * day. Never 0, which would cause retries in a loop.
 */
export const parseRetryAfter = (headers: Headers, now: number): number | undefined => {
  const seconds = parseAnnouncedWait(headers, now)
  return seconds && Math.min(seconds, maxSeconds)
}
