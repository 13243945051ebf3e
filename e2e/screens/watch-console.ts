import type { BrowserContext } from '@playwright/test'

/** The browser's own message about a failed or refused request, expected or not. */
const isAboutRequest = (text: string) => text.startsWith('Failed to load resource:')

/** Collects errors and warnings of a context from now on: of pages, their workers and the service worker. */
export const watchConsole = (context: BrowserContext): (() => readonly string[]) => {
  const complaints: string[] = []
  context.on('console', (message) => {
    const text = message.text()
    if (['error', 'warning'].includes(message.type()) && !isAboutRequest(text)) complaints.push(text)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return () => complaints
}
