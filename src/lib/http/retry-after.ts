/** A day. A longer wait must be a mistake, because it would practically stop a device from sending. */
const maxSeconds = 86_400

/** A year. The screen shows when the wait ends, and no date can express an end in the very far future. */
const maxAnnouncedSeconds = 31_536_000

/**
 * Parses `Retry-After`, which contains seconds or a date, to seconds. The result may be NaN or negative.
 * `sentDate` is the `Date` header of the response, and `now` is in ms since the epoch.
 */
const parseSeconds = (retryAfter: string, sentDate: string | null, now: number): number => {
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter)
  // The date is by the server's clock, so it is compared with the server's `Date`. The device's clock may be
  // hours off.
  const sentAt = Date.parse(sentDate ?? '')
  return Math.ceil((Date.parse(retryAfter) - (Number.isNaN(sentAt) ? now : sentAt)) / 1000)
}

/**
 * Returns how many seconds `Retry-After` asks a client to wait, for a message to the coach. Returns undefined
 * if the header is missing or invalid, or if its time has passed. `now` is in ms since the epoch.
 */
export const parseAnnouncedWait = (headers: Headers, now: number): number | undefined => {
  const retryAfter = headers.get('Retry-After')
  if (retryAfter === null) return undefined
  const seconds = parseSeconds(retryAfter, headers.get('Date'), now)
  return seconds > 0 ? Math.min(seconds, maxAnnouncedSeconds) : undefined
}

/**
 * Returns the seconds to wait before a retry: like `parseAnnouncedWait`, but at most a day. It is never 0,
 * because 0 would cause retries in a loop.
 */
export const parseRetryAfter = (headers: Headers, now: number): number | undefined => {
  const seconds = parseAnnouncedWait(headers, now)
  return seconds && Math.min(seconds, maxSeconds)
}
