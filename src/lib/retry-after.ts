/** s; a longer wait is a mistake that would silence a phone for good */
const longest = 86_400

const secondsOf = (wait: string, date: string | null, now: number): number => {
  if (/^\d+$/.test(wait)) return Number(wait)
  // A date is of the server's clock, and only that clock says how far away it is: a phone's may be hours wrong.
  const sent = Date.parse(date ?? '')
  return Math.ceil((Date.parse(wait) - (Number.isNaN(sent) ? now : sent)) / 1000)
}

/**
 * Reads `Retry-After`, seconds or a date: the wait in s, a day at most. Undefined where the header is missing,
 * unreadable or names a time that is over, which would be obeyed in a loop.
 */
export const retryAfterOf = (headers: Headers, now: number): number | undefined => {
  const wait = headers.get('Retry-After')
  const seconds = wait === null ? 0 : secondsOf(wait, headers.get('Date'), now)
  return seconds > 0 ? Math.min(seconds, longest) : undefined
}
