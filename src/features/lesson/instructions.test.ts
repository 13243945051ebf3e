import { expect, test } from 'vitest'
import { listInstructions } from './instructions.ts'
import { openCircle } from './testing/open-circle.ts'

const transcript = [
  { id: 'title', seconds: 6, onScreen: 'Open Circle', lines: ['A name game.'] },
  { id: 'setUp', seconds: 13, onScreen: '6 players', lines: ['Six cones.', 'One ball.'] },
  { id: 'names', seconds: 14, onScreen: 'Look, name, pass', lines: ['First the name.'] },
]

test('lists the sentences of the film, each with its scene, without the one that only names the drill', () => {
  expect(listInstructions({ drill: openCircle, transcript })).toEqual([
    { title: '6 players', text: 'Six cones.', scene: { id: 'setUp', seconds: 13 } },
    { title: '6 players', text: 'One ball.', scene: { id: 'setUp', seconds: 13 } },
    { title: 'Look, name, pass', text: 'First the name.', scene: { id: 'names', seconds: 14 } },
  ])
})

test('lists the lines of the card if the film has no transcript', () => {
  const texts = listInstructions({ drill: openCircle, transcript: [] }).map(({ text }) => text)
  expect(texts).toEqual(['Mark a circle.', 'Call a name.', 'Pass the ball.'])
})
