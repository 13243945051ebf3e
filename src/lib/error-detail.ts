/** What was thrown, with where it was thrown from: for those who mend it. Not every browser says in a stack what it is of. */
export const errorDetail = (error: unknown): string => {
  const text = String(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack.includes(text) ? stack : [text, stack].filter(Boolean).join('\n')
}
