import { expect, test } from 'vitest'
import { boxes, chosenIn } from './chosen.ts'

const ticked = (...names: string[]) => Object.fromEntries(names.map((name) => [name, 'on']))

test('returns only the ticked boxes, in the order of the list', () => {
  const before = { interests: ['events'], preferences: { email: true } }
  const now = ticked(
    boxes.interest('research'),
    boxes.interest('newCourses'),
    boxes.preference('textMessage'),
  )
  expect(chosenIn('news', before, now)).toEqual({
    interests: ['newCourses', 'research'],
    preferences: { email: false, textMessage: true },
  })
})

test('keeps choices of another version or another site', () => {
  const before = { interests: ['futsal', 'inclusion'], preferences: { day: 'monday' } }
  expect(chosenIn('learning', before, ticked())).toEqual({
    interests: ['futsal'],
    preferences: { day: 'monday', shortSessions: false, withOthers: false },
  })
})
