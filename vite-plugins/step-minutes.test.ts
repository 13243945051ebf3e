import { expect, test } from 'vitest'
import { findModule } from '../src/config/courses.ts'
import { estimateMinutes } from './step-minutes.ts'

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ')
const section = (count: number) => ({ heading: 'One', paragraphs: [words(count)] })
const texts = { sections: [section(200), section(338)], say: ['Yes.'], avoid: [], keyPoints: ['No.'] }
const lines = ['a', 'b']
const drill = {
  name: 'Four goals',
  equipment: {},
  setUp: lines,
  steps: lines,
  coachingPoints: lines,
  easier: lines,
  harder: lines,
  inclusive: lines,
  safety: lines,
}

test('estimates the minutes of a step by its film, its words or its questions', () => {
  expect(estimateMinutes(findModule('training-1')!.module, { ...texts, drill })).toEqual({
    watch: 1,
    understand: 3,
    run: 1,
    check: 1,
    reflect: 2,
  })
})

test('estimates nothing for steps that a module lacks', () => {
  const minutes = estimateMinutes(findModule('training-extra')!.module, texts)
  expect(Object.keys(minutes)).toEqual(['understand', 'check', 'reflect'])
})
