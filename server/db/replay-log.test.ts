import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { erasedMessage, readLog, signedOutMessage } from './replay-log.ts'

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

test.each([
  ['as the server writes it', `${line}\n`],
  ['with Windows line ends', `${line}\r\n`],
  ['behind what a collector puts in front', `2026-11-22T10:00:01Z server-1 | ${line}\n`],
  ['inside the JSON of Docker', `${JSON.stringify({ log: `${line}\n`, stream: 'stderr' })}\n`],
])('an erasure is read %s', (_how, log) => {
  expect(readLog(log)).toMatchObject({ erasures: [{ number, rows: {} }], isOurs: true })
})

test.each([
  ['another message', JSON.stringify({ time: '', level: 'info', message: 'request' }), true],
  ['only the greeting', 'Breaking Barriers is ready at http://localhost:8080 (PostgreSQL).', true],
  ['nothing', '\n', true],
  ['what another wrote', '{"msg":"hello"}\nnull\n{"a":{"b":1}}', false],
  ['a packed log', '\u001f\u008b\u0008{', false],
])('a file with %s has no erasure', (_what, log, isOurs) => {
  expect(readLog(log)).toEqual({ erasures: [], signOuts: [], isOurs })
})

test('a sign-out everywhere is read with whose it is and since when', () => {
  const signedOut = { time: '', level: 'warn', message: signedOutMessage, customer: 'ana' }
  const notBefore = '2026-11-22T10:00:01.000Z'
  const log = [
    { ...signedOut, notBefore },
    { ...signedOut, notBefore: 'soon' },
  ].map((one) => JSON.stringify(one))
  expect(readLog(log.join('\n'))).toEqual({
    erasures: [],
    signOuts: [{ customerId: 'ana', notBefore: new Date(notBefore) }],
    isOurs: true,
  })
})
