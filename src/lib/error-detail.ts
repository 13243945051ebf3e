/**
 * Formats an error with its stack, for developers. Adds the message, which some browsers omit from the stack.
 */
export const formatErrorDetail = (error: unknown): string => {
  const text = String(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack.includes(text) ? stack : [text, stack].filter(Boolean).join('\n')
}
