import type { BrowserContext } from '@playwright/test'

/** What the browser itself says of a request that was refused or did not get through, whoever made it so. */
const isOfRequest = (text: string) => text.startsWith('Failed to load resource:')

/** The errors and warnings of a context from now on: of its pages, their workers and its service worker. */
export const watchConsole = (context: BrowserContext): (() => readonly string[]) => {
  const complaints: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !isOfRequest(text)) complaints.push(text)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return () => complaints
}
