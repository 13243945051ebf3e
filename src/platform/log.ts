/** Messages for developers. Never log email addresses, tokens, answers or file names. */
export type Log = {
  warn: (message: string, details?: Record<string, unknown>) => void
  error: (message: string, details?: Record<string, unknown>) => void
}

/** Writes to the browser's console. */
export const consoleLog: Log = {
  warn: (message, details) => console.warn(message, ...(details ? [details] : [])),
  error: (message, details) => console.error(message, ...(details ? [details] : [])),
}
