import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgres } from '../db/connection/open-postgres.ts'
import { createCurrentSpan } from './create-tracing.ts'
import { traceDatabase } from './create-tracing.ts'

const url = process.env['TEST_DATABASE_URL'] ?? ''

describe.skipIf(url === '')('with the one connection of a pool', () => {
  const exporter = new InMemorySpanExporter()
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const current = createCurrentSpan(provider.getTracer('test'))
  let database: Awaited<ReturnType<typeof openPostgres>>
  beforeAll(async () => {
    const ignore = () => undefined
    database = await openPostgres(
      url,
      { onLost: ignore, onStatement: ignore, trace: traceDatabase(current) },
      { maxConnections: 1, connectSeconds: 5, statementSeconds: 8 },
    )
    // Opens the one connection, so that the first request does not wait for it.
    await database.db.execute(sql`select 0`)
  })
  afterAll(() => database.close())

  /** Runs work in several spans at the same time. Resolves to the names of each span's children. */
  const together = async (work: Record<string, () => Promise<unknown>>) => {
    exporter.reset()
    const spans = Object.entries(work).map(([name, does]) => ({ span: current.startRoot(name, {}), does }))
    await Promise.all(spans.map(({ span, does }) => current.run(span, async () => await does())))
    return spans.map(({ span }) =>
      exporter
        .getFinishedSpans()
        .filter(({ parentSpanContext }) => parentSpanContext?.spanId === span.spanContext().spanId)
        .map(({ name, attributes }) => attributes['db.query.text'] ?? name),
    )
  }

  test('assigns a statement to the request that sent it, whichever one freed the connection', async () => {
    const { db } = database
    const below = await together({
      first: () => db.transaction((tx) => tx.execute(sql`select 1`)),
      second: () => db.execute(sql`select 2, ${'value'}::text`),
      third: () => db.execute(sql`select 3`),
    })
    expect(below).toEqual([
      ['begin', 'select 1', 'commit'],
      ['wait for a connection', 'select 2, $1::text'],
      ['wait for a connection', 'select 3'],
    ])
  })

  test('does not trace a statement outside requests that waited for one of a request', async () => {
    const { db } = database
    const first = together({ request: () => db.execute(sql`select 4`) })
    await db.execute(sql`select 5`)
    expect(await first).toEqual([['select 4']])
    expect(exporter.getFinishedSpans()).toHaveLength(1)
  })

  test('truncates a statement, and marks one that fails as an error', async () => {
    const { db } = database
    const failing = `selec ${'x'.repeat(500)}`
    const [[text = ''] = []] = await together({
      request: () => db.execute(sql.raw(failing)).catch(() => undefined),
    })
    expect(text).toBe(failing.slice(0, 200))
    expect(exporter.getFinishedSpans().map(({ status }) => status.code)).toEqual([2])
  })
})
