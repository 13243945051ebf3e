import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { createLog, describeError, logLevels } from './log.ts'

test('logs neither the values of a failed statement nor PostgreSQL’s message about them', () => {
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

test('does not log message lines that look like stack frames as a stack', () => {
  const cause = Object.assign(new Error('failed'), { code: '40P01' })
  const answer = 'My answer\n    at the pitch (with ana@example.org:1:1)'
  const fields = describeError(
    new DrizzleQueryError('insert into "survey_answers" values ($1)', [answer], cause),
  )
  expect(fields['stack']).toContain('log.test.ts')
  expect(JSON.stringify(fields)).not.toMatch(/pitch|ana@/)
  const changed = new Error('one')
  // V8 formats the stack when it is first read.
  expect(changed.stack).toContain('one')
  changed.message = answer
  expect(describeError(changed)['stack']).toBe('')
})

test.each(logLevels)('logs what a restore needs at level %s', (level) => {
  const lines: string[] = []
  const counted: string[] = []
  const log = createLog({
    level,
    write: (line) => void lines.push(line),
    onLine: (rank) => void counted.push(rank),
    now: () => new Date(0),
  })
  log.record('account erased', { number: '1' })
  const time = '1970-01-01T00:00:00.000Z'
  const line = { time, level: 'warn', message: 'account erased', number: '1' }
  expect(lines.map((text): unknown => JSON.parse(text))).toEqual([line])
  expect(counted).toEqual(['warn'])
})
