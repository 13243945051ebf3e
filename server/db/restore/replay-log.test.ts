import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  erasedMessage,
  readLog,
  roleGivenMessage,
  signedOutMessage,
  signInEndedMessage,
} from './replay-log.ts'

const noRecords = { erasures: [], signOuts: [], endedSignIns: [], roleChanges: [] }

const number = randomUUID()
const line = JSON.stringify({
  time: '2026-11-22T10:00:00.000Z',
  level: 'warn',
  message: erasedMessage,
  number,
  customerHash: 'a'.repeat(64),
  erasedAt: '2026-11-22T10:00:00.000Z',
  by: 'customer',
})

const greeting = 'Breaking Barriers is ready at http://localhost:8080 (PostgreSQL).'
/** A log line as the AWS log service exports it. */
const event = {
  logStreamName: 'server/1',
  timestamp: 1_790_000_000_000,
  message: line,
  ingestionTime: 1,
  eventId: '3',
}
const csv = (text: string) => `"${text.replaceAll('"', '""')}"`

test.each([
  ['as the server writes it', `${line}\n`],
  ['with Windows line ends', `${line}\r\n`],
  ['behind what a collector puts in front', `2026-11-22T10:00:01Z server-1 | ${line}\n`],
  ['inside the JSON of Docker', `${JSON.stringify({ log: `${line}\n`, stream: 'stderr' })}\n`],
  ['of filter-log-events', JSON.stringify({ events: [{ ...event, message: greeting }, event] })],
  ['of filter-log-events, indented', JSON.stringify({ events: [event], searchedLogStreams: [] }, null, 4)],
  ['of a query for messages', JSON.stringify([greeting, line], null, 4)],
  ['of --output text', `EVENTS\t3\t1790000000000\t${line}\tserver/1\t1790000000000`],
  ['of a table in CSV', `timestamp,message\n1790000000000,${csv(line)}\n`],
  [
    'of a table in CSV that holds JSON',
    `@timestamp,@message\n2026-11-22 10:00:00.000,${csv(JSON.stringify(line))}\n`,
  ],
  ['of an export', `2026-11-22T10:00:00.000Z ${line}\n`],
  ['in JSON in JSON', JSON.stringify({ Records: [{ body: JSON.stringify({ message: line }) }] })],
  ['with its fields on lines of their own', JSON.stringify(JSON.parse(line), null, 2)],
])('reads an erasure %s', (_how, log) => {
  expect(readLog(log)).toMatchObject({ erasures: [{ number, rows: {} }], isServerLog: true, unreadCount: 0 })
})

test.each([
  ['another message', JSON.stringify({ time: '', level: 'info', message: 'request' }), true],
  ['only the greeting', greeting, true],
  ['nothing', '\n', false],
  ['what another wrote', '{"msg":"hello"}\nnull\n{"a":{"b":1}}', false],
  ['a packed log', '\u001f\u008b\u0008{', false],
])('finds no erasure in a file with %s', (_what, log, isServerLog) => {
  expect(readLog(log)).toEqual({ ...noRecords, isServerLog, unreadCount: 0 })
})

test.each([
  ['cut off', line.slice(0, -20)],
  ['without its quotes', `${greeting}\n${line.replaceAll('"', '')}`],
  ['without the account', JSON.stringify({ ...JSON.parse(line), customerHash: undefined })],
])('counts an erasure %s as unread', (_how, log) => {
  expect(readLog(log)).toMatchObject({ erasures: [], unreadCount: 1 })
})

test('reads a sign-out everywhere with its customer and its time', () => {
  const signedOut = { time: '', level: 'warn', message: signedOutMessage, customer: 'ana' }
  const notBefore = '2026-11-22T10:00:01.000Z'
  const log = [
    { ...signedOut, notBefore },
    { ...signedOut, notBefore: 'soon' },
  ].map((one) => JSON.stringify(one))
  expect(readLog(log.join('\n'))).toEqual({
    ...noRecords,
    signOuts: [{ customerId: 'ana', notBefore: new Date(notBefore) }],
    isServerLog: true,
    unreadCount: 1,
  })
})

test('reads the end of one sign-in', () => {
  const [signedInAt, endedAt] = ['2026-11-20T10:00:00.000Z', '2026-11-22T10:00:00.400Z']
  const ended = { time: '', level: 'warn', message: signInEndedMessage, customer: 'ana', signedInAt, endedAt }
  expect(readLog(JSON.stringify(ended))).toEqual({
    ...noRecords,
    endedSignIns: [{ customerId: 'ana', signedInAt: new Date(signedInAt), endedAt: new Date(endedAt) }],
    isServerLog: true,
    unreadCount: 0,
  })
})

test('reads a change of a role, and counts one without its manager as unread', () => {
  const change = { former: 'coach', role: 'viewer', changedBy: 'ben' } as const
  const changedAt = '2026-11-22T10:00:01.000Z'
  const given = { time: '', level: 'warn', message: roleGivenMessage, customer: 'ana', changedAt, ...change }
  const log = [given, { ...given, changedBy: undefined }].map((one) => JSON.stringify(one))
  expect(readLog(log.join('\n'))).toEqual({
    ...noRecords,
    roleChanges: [{ ...change, customerId: 'ana', changedAt: new Date(changedAt) }],
    isServerLog: true,
    unreadCount: 1,
  })
})
