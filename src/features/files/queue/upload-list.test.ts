import { expect, test } from 'vitest'
import type { UploadState, UploadTask } from '../../../uploads/task.ts'
import { findMoves, getPositionAfterMove } from './upload-list.tsx'

const createQueue = (...states: Exclude<UploadState, 'PAUSED'>[]): UploadTask[] =>
  states.map((state, order) => ({
    id: String(order),
    customer: 'ana',
    name: `${order}.mp4`,
    size: 9,
    level: 'private',
    key: `${order}.mp4`,
    status: { state },
    phase: 'preparing',
    sentBytes: 0,
    createdAt: 0,
    order,
  }))
const queue = createQueue('IN_PROGRESS', 'INIT', 'INIT', 'INIT')

test.each([
  ['is under way', queue, 0, undefined],
  ['is the first to wait', queue, 1, { up: false, down: true }],
  ['waits in the middle', queue, 2, { up: true, down: true }],
  ['is the last', queue, 3, { up: true, down: false }],
  ['is alone', createQueue('INIT'), 0, undefined],
  ['is gone', queue, 9, undefined],
])('moves for an upload that %s', (_, tasks, index, moves) => {
  expect(findMoves(tasks, index)).toEqual(moves)
})

test.each([
  ['first', 1],
  ['up', 2],
  ['down', 4],
] as const)('the third upload moved %s becomes number %i', (move, position) => {
  expect(getPositionAfterMove(2, move)).toBe(position)
})
