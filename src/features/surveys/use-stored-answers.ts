import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CourseModule } from '../../config/courses.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import type { Answer } from '../../contract/shared-schemas.ts'
import { valueOrThrow } from '../../lib/result.ts'
import { getSurveyLane } from '../../outbox/events/lane-names.ts'
import { readWithNewestCopy } from '../../outbox/find-newer-entries.ts'
import type { Outbox, CaptureFailure } from '../../outbox/outbox.ts'
import { useEntriesAndCopies } from '../../outbox/use-entries-and-copies.ts'
import { findStoredAnswers } from './stored-answers.ts'

/**
 * The time between two requests while the page is visible. Another phone may save answers at any time, and
 * nothing else would tell this page.
 */
const refetchIntervalMs = 20_000

type AnswersResponse = Parameters<typeof findStoredAnswers>[1]['response']

const noAnswers: ResponseOf<'getAnswers'> = { answers: null, answered_at: null }

/** Reads the server's answers to a module. They are cached on the device for offline use. */
export const answersQuery = (
  { api, outbox }: { api: ProductApiClient; outbox: Pick<Outbox, 'readNewestCopyId'> },
  customerId: string,
  { id, kind }: CourseModule,
) =>
  queryOptions({
    queryKey: ['customer', customerId, 'answers', id],
    queryFn: ({ signal }) =>
      readWithNewestCopy(outbox, async () => {
        // An extra module has no video. Its answers have their own calls.
        if (kind === 'extra') {
          const body = { customer_id: customerId, extra_module_id: id }
          return valueOrThrow(await api.call('getExtraAnswers', body, { signal }))
        }
        // A small call first, because the form waits for it and most modules have no answers when opened.
        const body = { customer_id: customerId, video_id: id }
        const { answered } = valueOrThrow(await api.call('checkSurvey', body, { signal }))
        return answered ? valueOrThrow(await api.call('getAnswers', body, { signal })) : noAnswers
      }),
    refetchInterval: refetchIntervalMs,
    // Also if the data is fresh, because the coach may have answered on another device.
    refetchOnWindowFocus: 'always',
  })

/**
 * Reads the entries and the copies of delivered entries from storage, and returns the newest answers. If the
 * entries cannot be read, the copies are not read, because the second failure would take just as long.
 */
export const readAnswers = async (
  outbox: Pick<Outbox, 'readEntries' | 'snapshot' | 'readCopies'>,
  moduleId: string,
  response: AnswersResponse,
) => {
  const entries = await outbox.readEntries()
  const isReadable = outbox.snapshot().storage !== 'failed'
  const copies = isReadable ? await outbox.readCopies().catch(() => []) : []
  return findStoredAnswers(moduleId, { entries, copies, response })
}

/**
 * Provides a coach's newest answers to the survey of a module, wherever they are stored. `stored` is
 * undefined if there are none, or if they are unknown. While `isReading`, they may still become known. `read`
 * reads storage again, because a tab that the browser froze has missed the changes of other tabs. It does not
 * ask the server, because saving must not wait for the network.
 */
export const useStoredAnswers = (
  { api, outbox }: { api: ProductApiClient; outbox: Outbox },
  customerId: string,
  module: CourseModule,
) => {
  const { data: response, isLoading } = useQuery(answersQuery({ api, outbox }, customerId, module))
  const work = useEntriesAndCopies(outbox, customerId)
  const stored = findStoredAnswers(module.id, { ...work, response })
  const isReading = stored === undefined && (isLoading || work.copies === undefined)
  return { stored, isReading, read: () => readAnswers(outbox, module.id, response) }
}

/**
 * Adds the answers to a module to the outbox. Returns the message of a failure, or undefined. Replaces
 * answers that the server refused (`needs-you`): the outbox sends the answers to one survey in order (its
 * lane), so they would block the new answers.
 */
export const saveAnswers = async (
  outbox: Pick<Outbox, 'add' | 'replace' | 'snapshot'>,
  { id, kind }: CourseModule,
  answers: Answer[],
): Promise<CaptureFailure['message'] | undefined> => {
  const refusedEntry = outbox
    .snapshot()
    .entries.find((entry) => entry.state.is === 'needs-you' && entry.lane === getSurveyLane(id))
  const add: Outbox['add'] = (name, payload) =>
    refusedEntry ? outbox.replace(refusedEntry.key, name, payload) : outbox.add(name, payload)
  const result =
    kind === 'video'
      ? await add('survey.answered.v2', { video_id: id, answers })
      : await add('extra-survey.answered.v2', { extra_module_id: id, answers })
  return result.ok ? undefined : result.error.message
}
