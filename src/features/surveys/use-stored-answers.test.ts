import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { findCourse } from '../../config/courses.ts'
import { createProductApiClient } from '../../contract/product-api-client.ts'
import { answersQuery, readAnswers } from './use-stored-answers.ts'

const { modules } = findCourse('training')!
const [video] = modules
const extra = modules.at(-1)
const given = { answers: [{ question: 'q1', value: 'a' }], answered_at: '2026-03-04T05:06:07.000Z' }

const outbox = { readNewestCopyId: async () => 7 }

/** A product API with or without answers to the survey. */
const ask = async (module: typeof video, answered: boolean) => {
  const asked: string[] = []
  const answers: Record<string, object> = {
    '/api/sanctum/csrf-cookie': { token: 'x' },
    '/api/check-survey': { answered },
    '/api/get-answers': given,
    '/api/get-extra-answers': given,
  }
  const api = createProductApiClient({
    origin: '',
    fetch: async (url) => {
      asked.push(url)
      return Response.json(answers[url])
    },
  })
  const answer = await new QueryClient().fetchQuery(answersQuery({ api, outbox }, 'ana', module!))
  return { answer, asked: asked.filter((path) => !path.includes('csrf')) }
}

test('sends one request for a survey that was never answered, and shows its form', async () => {
  expect(await ask(video, false)).toEqual({
    answer: { answers: null, answered_at: null, newestCopy: 7 },
    asked: ['/api/check-survey'],
  })
})

test('shows the answers of an answered survey', async () => {
  expect(await ask(video, true)).toEqual({
    answer: { ...given, newestCopy: 7 },
    asked: ['/api/check-survey', '/api/get-answers'],
  })
})

test('uses its own call for a reading module', async () => {
  expect(await ask(extra, true)).toEqual({
    answer: { ...given, newestCopy: 7 },
    asked: ['/api/get-extra-answers'],
  })
})

test.each([
  ['ready', 1],
  ['failed', 0],
] as const)(
  'when the outbox is %s, reads its copies %i times before answers are saved',
  async (storage, times) => {
    let read = 0
    const device = {
      readEntries: async () => [],
      snapshot: () => ({ storage, entries: [], toSend: 0, needsAction: 0, isSending: false }),
      readCopies: async () => {
        read += 1
        return []
      },
    }
    expect(await readAnswers(device, 'training-1', undefined)).toBeUndefined()
    expect(read).toBe(times)
  },
)
