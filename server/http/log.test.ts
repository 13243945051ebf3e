import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { createLog, describeError } from './log.ts'

test('of a statement that failed neither its values nor the words of PostgreSQL about them are logged', () => {
  const lines: string[] = []
  const log = createLog({ level: 'info', write: (line) => void lines.push(line), now: () => new Date(0) })
  const cause = Object.assign(new Error('Key (email)=(ana@example.org) already exists.'), { code: '23505' })
  const failed = new DrizzleQueryError('insert into "customers" values ($1)', ['ana@example.org'], cause)
  log.error('request failed', failed)
  log.warn('entries could not be written together', describeError(failed))
  expect(lines).toHaveLength(2)
  for (const line of lines) {
    expect(line).toContain('23505')
    expect(line).not.toContain('ana@')
  }
})
