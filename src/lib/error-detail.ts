/** The error with its stack, for developers. Not every browser includes the message in the stack. */
export const errorDetail = (error: unknown): string => {
  const text = String(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack.includes(text) ? stack : [text, stack].filter(Boolean).join('\n')
}
