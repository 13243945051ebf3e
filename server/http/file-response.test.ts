import { createServer } from 'node:http'
import { inspect } from 'node:util'
import { getRequestListener } from '@hono/node-server'
import { DrizzleQueryError } from 'drizzle-orm/errors'
import { Hono } from 'hono'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen, stopListening } from '../../node/listen.ts'
import type { AppEnv } from './app-env.ts'
import { createFileResponse } from './file-response.ts'
import { createLog } from './log.ts'

test('logs why a file broke off, without the values of a statement, and does not send it', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => void lines.push(line), now: () => new Date(0) })
  const printed = vi.spyOn(console, 'error').mockReturnValue(undefined)
  onTestFinished(() => printed.mockRestore())
  async function* chunks() {
    yield new TextEncoder().encode('head')
    throw new DrizzleQueryError('select $1', ['ana@example.org'], new Error('Connection terminated'))
  }
  const file = { name: 'answers.csv', type: 'text/csv', log }
  const app = new Hono<AppEnv>().get('/', (http) => createFileResponse(http, { ...file, chunks: chunks() }))
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))
  const port = await listen(server, { port: 0, variable: 'PORT' })
  onTestFinished(() => stopListening(server, 0))
  const response = await fetch(`http://localhost:${port}/`)
  await expect(response.text()).rejects.toThrow('terminated')
  expect(lines).toHaveLength(1)
  expect(lines.join('')).toContain('export broke off')
  expect(lines.join('') + inspect(printed.mock.calls)).not.toContain('ana@')
})
