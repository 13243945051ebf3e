import { expect, test } from 'vitest'
import { mergeChanges } from './merge-changes.ts'
import { choices, details } from './person.ts'

test('keeps what another phone changed, and applies what this form changed', () => {
  const shown = { firstName: 'Marta', lastName: 'Silva', partner: 'SESC' }
  const latest = { firstName: 'Ana', lastName: 'Silva', partner: 'Clube do Bairro' }
  const wanted = { firstName: 'Marta', lastName: 'Souza', partner: 'SESC', job: '' }
  expect(mergeChanges(details, { latest, shown, wanted })).toEqual({
    firstName: 'Ana',
    lastName: 'Souza',
    partner: 'Clube do Bairro',
  })
})

test('prefers the form for a field that both changed, and clears what the form clears', () => {
  const shown = { firstName: 'Marta', lastName: 'Silva', partner: 'SESC' }
  const latest = { firstName: 'Ana', lastName: 'Silva', partner: 'SESC' }
  const wanted = { firstName: 'Carla', lastName: 'Silva', partner: '' }
  expect(mergeChanges(details, { latest, shown, wanted })).toEqual({ ...wanted, firstName: 'Carla' })
})

test('merges the survey’s answers one by one', () => {
  const name = { firstName: 'Marta', lastName: 'Silva' }
  const shown = { ...name, survey: { age: '18-24', ownWords: { job: 'judo' } } }
  const latest = { ...name, survey: { age: '18-24', ownWords: { job: 'capoeira' } } }
  const wanted = { ...name, survey: { age: '25-34', ownWords: { job: 'judo', age: '' } } }
  expect(mergeChanges(details, { latest, shown, wanted }).survey).toEqual({
    age: '25-34',
    ownWords: { job: 'capoeira' },
  })
})

test('merges choices one by one', () => {
  const shown = { interests: ['inclusion', 'families'], preferences: { email: true, video: false } }
  const latest = {
    interests: ['inclusion', 'families', 'events'],
    preferences: { email: false, video: false },
  }
  const wanted = { interests: ['inclusion', 'research'], preferences: { email: true, video: true } }
  expect(mergeChanges(choices, { latest, shown, wanted })).toEqual({
    interests: ['inclusion', 'events', 'research'],
    preferences: { email: false, video: true },
  })
})
