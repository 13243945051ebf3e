import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'
import { choicesSchema, detailsSchema } from './person.ts'

test('keeps what another phone changed, and applies what this form changed', () => {
  const base = { firstName: 'Marta', lastName: 'Silva', partner: 'SESC' }
  const theirs = { firstName: 'Ana', lastName: 'Silva', partner: 'Clube do Bairro' }
  const ours = { firstName: 'Marta', lastName: 'Souza', partner: 'SESC', job: '' }
  expect(mergeChanges(detailsSchema, { theirs, base, ours })).toEqual({
    firstName: 'Ana',
    lastName: 'Souza',
    partner: 'Clube do Bairro',
  })
})

test('prefers the form for a field that both changed, and clears what the form clears', () => {
  const base = { firstName: 'Marta', lastName: 'Silva', partner: 'SESC' }
  const theirs = { firstName: 'Ana', lastName: 'Silva', partner: 'SESC' }
  const ours = { firstName: 'Carla', lastName: 'Silva', partner: '' }
  expect(mergeChanges(detailsSchema, { theirs, base, ours })).toEqual({ ...ours, firstName: 'Carla' })
})

test('merges the survey’s answers one by one', () => {
  const name = { firstName: 'Marta', lastName: 'Silva' }
  const base = { ...name, survey: { age: '18-24', ownWords: { job: 'judo' } } }
  const theirs = { ...name, survey: { age: '18-24', ownWords: { job: 'capoeira' } } }
  const ours = { ...name, survey: { age: '25-34', ownWords: { job: 'judo', age: '' } } }
  expect(mergeChanges(detailsSchema, { theirs, base, ours }).survey).toEqual({
    age: '25-34',
    ownWords: { job: 'capoeira' },
  })
})

test('merges choices one by one', () => {
  const base = { interests: ['inclusion', 'families'], preferences: { email: true, video: false } }
  const theirs = {
    interests: ['inclusion', 'families', 'events'],
    preferences: { email: false, video: false },
  }
  const ours = { interests: ['inclusion', 'research'], preferences: { email: true, video: true } }
  expect(mergeChanges(choicesSchema, { theirs, base, ours })).toEqual({
    interests: ['inclusion', 'events', 'research'],
    preferences: { email: false, video: true },
  })
})
