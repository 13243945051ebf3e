import { expect, test } from 'vitest'
import { reduceError, reduceMessage, reduceStack } from './reduced-error.ts'

const origin = 'https://barriers.example'

test.each([
  [
    'an address',
    'Failed to fetch https://barriers.example/pt-BR/files?name=ana',
    'Failed to fetch <address>',
  ],
  ['a blob', 'Not allowed: blob:https://barriers.example/0a1b', 'Not allowed: <address>'],
  ['data in an address', 'Bad image data:image/png;base64,iVBORw0KGgo=', 'Bad image <address>'],
  ['a path', 'No route for /pt-BR/verify/7K3M-9QXT-4FCM here', 'No route for <address> here'],
  ['an e-mail address', 'User ana.silva+x@mail.example is unknown', 'User <email> is unknown'],
  [
    'an answer',
    `Unexpected token 'A', "Ana Silva" is not valid JSON`,
    'Unexpected token <text>, <text> is not valid JSON',
  ],
  ['a word in curly quotes', 'No option “left foot” here', 'No option <text> here'],
  [
    'a file name',
    'NotReadableError: my team, Final do Joao.MP4 is gone',
    'NotReadableError: my team, <file> is gone',
  ],
  ['a file name with letters of its own', 'Gone: Treino São João.mov', 'Gone: <file>'],
  ['a name', 'No customer João here', 'No customer <text> here'],
  ['an id', 'No task 018f3c5e-9a4b-7c3d-8e2f-1a2b3c4d5e6f', 'No task <id>'],
  ['a token', 'Bad token eyJhbGciOiJIUzI1NiJ9abc_def', 'Bad token <id>'],
  ['a telephone number', 'Call +55 81 99123-4567 now', 'Call <number> now'],
  ['a long number', 'Customer 1234567 is gone', 'Customer <number> is gone'],
])('removes %s from a message', (_what, message, reduced) => {
  expect(reduceMessage(message)).toBe(reduced)
  // The server reduces again, which must not change the message.
  expect(reduceMessage(reduced)).toBe(reduced)
})

test.each([
  `TypeError: Cannot read properties of undefined (reading 'map')`,
  `TypeError: undefined is not an object (evaluating 'task.status.state')`,
  `TypeError: can't access property "length", answers is undefined`,
  'RangeError: Maximum call stack size exceeded',
  'Error: The service responded with 503',
])('keeps a message without personal data: %s', (message) => {
  expect(reduceMessage(message)).toBe(message)
})

test('removes text that only looks like a name in the code', () => {
  expect(reduceMessage(`undefined is not an object (evaluating 'save("Ana")')`)).toBe(
    'undefined is not an object (evaluating <text>)',
  )
})

test('limits a message to one line of 200 characters', () => {
  expect(reduceMessage('a b\n'.repeat(1000))).toHaveLength(200)
})

const chrome = `TypeError: x is not a function for ana@mail.example
    at answerOf (${origin}/assets/index-Ab12Cd34.js:1:2345)
    at async Object.load (${origin}/assets/survey-Zz_9-x00.js?v=2:10:20)
    at chrome-extension://abcdef/inject.js:3:4
    at https://tag.example/tag/es-AR.js:5:6
    at ${origin}/pt-BR/files/Final%20do%20Joao.mp4:1:1
    at <anonymous>`

test('reduces a stack to our own files and lines, in order', () => {
  expect(reduceStack(chrome, origin)).toEqual(['index-Ab12Cd34.js:1:2345', 'survey-Zz_9-x00.js:10:20'])
})

test('reads the stacks of Firefox and Safari', () => {
  const stack = `answerOf@${origin}/assets/index-Ab12Cd34.js:1:2345\n@${origin}/service-worker.js:2:3\n`
  expect(reduceStack(stack, origin)).toEqual(['index-Ab12Cd34.js:1:2345', 'service-worker.js:2:3'])
})

const thrown = (stack: string, message = 'No') => Object.assign(new TypeError(message), { stack })

test('reduces an error to its kind, its message and its place', () => {
  expect(reduceError(thrown(chrome, 'ana@mail.example has no x'), origin)).toEqual({
    message: 'TypeError: <email> has no x',
    stack: ['index-Ab12Cd34.js:1:2345', 'survey-Zz_9-x00.js:10:20'],
  })
})

test('does not report an error from other scripts only, but one without a stack', () => {
  expect(
    reduceError(thrown('TypeError: No\n    at https://tag.example/tag/es-AR.js:5:6'), origin),
  ).toBeUndefined()
  expect(reduceError(thrown('TypeError: No'), origin)).toEqual({ message: 'TypeError: No', stack: [] })
})

test.each([
  ['a text', 'ana@mail.example', 'Thrown: <email>'],
  ['an object', { name: 'Ana' }, 'Thrown: [object Object]'],
  ['nothing', undefined, 'Thrown: [object Undefined]'],
  ['null', null, 'Thrown: [object Null]'],
])('reduces %s that is thrown to its type, or to its reduced text', (_what, value, message) => {
  expect(reduceError(value, origin)).toEqual({ message, stack: [] })
})
