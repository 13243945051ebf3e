import { expect, test } from 'vitest'
import {
  advance,
  isClaimed,
  mayHaveOrphans,
  findUploadId,
  type Fact,
  type RemoteState,
} from './remote-state.ts'

const id = { uploadId: 'u1' }
const states = {
  nothing: { kind: 'nothing' },
  begun: { kind: 'begun' },
  'begun u1': { kind: 'begun', ...id },
  claimed: { kind: 'claimed', orphans: false },
  'claimed +': { kind: 'claimed', orphans: true },
  upload: { kind: 'upload', ...id, parts: 'trusted', orphans: false },
  'upload +': { kind: 'upload', ...id, parts: 'trusted', orphans: true },
  'upload ?': { kind: 'upload', ...id, parts: 'to-compare', orphans: false },
  'upload ?+': { kind: 'upload', ...id, parts: 'to-compare', orphans: true },
  'all-parts': { kind: 'all-parts', ...id, orphans: false },
  'all-parts +': { kind: 'all-parts', ...id, orphans: true },
  object: { kind: 'object', verified: false, orphans: false },
  'object +': { kind: 'object', verified: false, orphans: true },
  'object verified': { kind: 'object', verified: true, orphans: false },
  'object verified +': { kind: 'object', verified: true, orphans: true },
} as const satisfies Record<string, RemoteState>
type Name = keyof typeof states
const names = Object.keys(states) as Name[]

const facts = {
  'create-sent': { kind: 'create-sent' },
  created: { kind: 'created', uploadId: 'u1' },
  'orphans-gone': { kind: 'orphans-gone' },
  'key-claimed': { kind: 'key-claimed' },
  'upload-gone': { kind: 'upload-gone' },
  'file-replaced': { kind: 'file-replaced' },
  'parts-missing': { kind: 'parts-missing' },
  'parts-match': { kind: 'parts-match' },
  'all-sent': { kind: 'all-sent' },
  stored: { kind: 'stored', verified: false },
  'stored verified': { kind: 'stored', verified: true },
  'object-wrong': { kind: 'object-wrong' },
  left: { kind: 'key-left' },
} as const satisfies Record<string, Fact>

/**
 * `+`: there may be orphans; `?`: the stored parts must be compared. A fact that is not listed changes
 * nothing.
 */
const steps: Record<Name, Partial<Record<keyof typeof facts, Name>>> = {
  nothing: { 'create-sent': 'begun', 'key-claimed': 'claimed' },
  begun: { created: 'begun u1', 'orphans-gone': 'nothing', 'key-claimed': 'claimed +', left: 'nothing' },
  'begun u1': {
    'key-claimed': 'upload +',
    'upload-gone': 'begun',
    'file-replaced': 'begun',
    left: 'nothing',
  },
  claimed: {
    'create-sent': 'claimed +',
    created: 'upload',
    stored: 'object',
    'stored verified': 'object verified',
    left: 'nothing',
  },
  'claimed +': {
    created: 'upload +',
    'orphans-gone': 'claimed',
    stored: 'object +',
    'stored verified': 'object verified +',
    left: 'nothing',
  },
  upload: {
    'upload-gone': 'claimed',
    'file-replaced': 'upload ?',
    'parts-missing': 'upload ?',
    'all-sent': 'all-parts',
    stored: 'object',
    'stored verified': 'object verified',
    left: 'nothing',
  },
  'upload +': {
    'orphans-gone': 'upload',
    'upload-gone': 'claimed +',
    'file-replaced': 'upload ?+',
    'parts-missing': 'upload ?+',
    'all-sent': 'all-parts +',
    stored: 'object +',
    'stored verified': 'object verified +',
    left: 'nothing',
  },
  'upload ?': {
    'upload-gone': 'claimed',
    'parts-match': 'upload',
    'all-sent': 'all-parts',
    stored: 'object',
    'stored verified': 'object verified',
    left: 'nothing',
  },
  'upload ?+': {
    'orphans-gone': 'upload ?',
    'upload-gone': 'claimed +',
    'parts-match': 'upload +',
    'all-sent': 'all-parts +',
    stored: 'object +',
    'stored verified': 'object verified +',
    left: 'nothing',
  },
  'all-parts': {
    'upload-gone': 'claimed',
    'file-replaced': 'upload ?',
    'parts-missing': 'upload ?',
    stored: 'object',
    'stored verified': 'object verified',
    left: 'nothing',
  },
  'all-parts +': {
    'orphans-gone': 'all-parts',
    'upload-gone': 'claimed +',
    'file-replaced': 'upload ?+',
    'parts-missing': 'upload ?+',
    stored: 'object +',
    'stored verified': 'object verified +',
    left: 'nothing',
  },
  object: { 'object-wrong': 'claimed', left: 'nothing' },
  'object +': { 'orphans-gone': 'object', 'object-wrong': 'claimed +', left: 'nothing' },
  'object verified': { 'object-wrong': 'claimed', left: 'nothing' },
  'object verified +': { 'orphans-gone': 'object verified', 'object-wrong': 'claimed +', left: 'nothing' },
}

const cells = names.flatMap((state) =>
  (Object.keys(facts) as (keyof typeof facts)[]).map((fact) => ({ state, fact })),
)

test('there are 195 cells', () => expect(cells).toHaveLength(195))

test.each(cells)('$state × $fact', ({ state, fact }) => {
  expect(advance(states[state], facts[fact])).toEqual(states[steps[state][fact] ?? state])
})

test('only some states have an open upload', () => {
  const named = names.filter((name) => findUploadId(states[name]) !== undefined)
  expect(named).toEqual([
    'begun u1',
    'upload',
    'upload +',
    'upload ?',
    'upload ?+',
    'all-parts',
    'all-parts +',
  ])
})

test('looks for orphans from the moment a create may be sent', () => {
  const some = names.filter((name) => mayHaveOrphans(states[name]))
  expect(some).toEqual(names.filter((name) => name.includes('+') || name.startsWith('begun')))
})

test('treats nothing as claimed before the key is claimed', () => {
  expect(names.filter((name) => !isClaimed(states[name]))).toEqual(['nothing', 'begun', 'begun u1'])
})
