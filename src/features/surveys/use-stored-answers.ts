import { queryOptions, useQuery } from '@tanstack/react-query'
import type { CourseModule } from '../../config/courses.ts'
import type { ResponseOf } from '../../contract/product-api.ts'
import type { ProductApiClient } from '../../contract/product-api-client.ts'
import { valueOf } from '../../lib/result.ts'
import { readWithCopies } from '../../outbox/delivered-since.ts'
import type { Outbox, CaptureFailure } from '../../outbox/outbox.ts'
import { useWork } from '../../outbox/use-work.ts'
import { storedAnswers } from './stored-answers.ts'
import type { Answer } from '../../contract/shapes.ts'
import { surveyLane } from '../../outbox/events/lanes.ts'

/**
 * ms, while the page is visible. Another phone may save answers too, and no screen shows that these could not
 * be fetched.
 */
const lookInterval = 20_000

type Known = Parameters<typeof storedAnswers>[1]['known']

const unanswered: ResponseOf<'getAnswers'> = { answers: null, answered_at: null }

/** The server's answers for a module, cached on the device for offline use. */
export const answersQuery = (
  { api, outbox }: { api: ProductApiClient; outbox: Pick<Outbox, 'newestCopy'> },
  customer: string,
  { id, kind }: CourseModule,
) =>
  queryOptions({
    queryKey: ['customer', customer, 'answers', id],
    queryFn: ({ signal }) =>
      readWithCopies(outbox, async () => {
        if (kind === 'extra') {
          const mine = { customer_id: customer, extra_module_id: id }
          return valueOf(await api.call('getExtraAnswers', mine, { signal }))
        }
        // Most opened modules have no answers yet: their form waits for only one small call.
        const mine = { customer_id: customer, video_id: id }
        const { answered } = valueOf(await api.call('checkSurvey', mine, { signal }))
        return answered ? valueOf(await api.call('getAnswers', mine, { signal })) : unanswered
      }),
    refetchInterval: lookInterval,
    // Refetched even if fresh: the coach may come back from another device.
    refetchOnWindowFocus: 'always',
  })

/**
 * The answers on the disk and from the server. A disk whose entries cannot be read is not awaited a second
 * time.
 */
export const readAnswers = async (
  outbox: Pick<Outbox, 'entries' | 'snapshot' | 'copies'>,
  module: string,
  known: Known,
) => {
  const entries = await outbox.entries()
  const isRead = outbox.snapshot().storage !== 'failed'
  const copies = isRead ? await outbox.copies().catch(() => []) : []
  return storedAnswers(module, { entries, copies, known })
}

/**
 * A customer's newest answers to the survey of a module, wherever they are stored. `stored` is undefined
 * while there are none, or they are unknown. `read` reads the disk again, because a tab that the browser
 * froze missed the changes of others. It does not ask the server, because saving must not wait for the
 * network.
 */
export const useStoredAnswers = (
  { api, outbox }: { api: ProductApiClient; outbox: Outbox },
  customer: string,
  module: CourseModule,
) => {
  const { data: known } = useQuery(answersQuery({ api, outbox }, customer, module))
  const stored = storedAnswers(module.id, { ...useWork(outbox, customer), known })
  return { stored, read: () => readAnswers(outbox, module.id, known) }
}

/**
 * Adds the answers to a module to the outbox. Returns the message of a failure. Answers that the server
 * refused are replaced: they would block the new answers indefinitely.
 */
export const saveAnswers = async (
  outbox: Pick<Outbox, 'add' | 'replace' | 'snapshot'>,
  { id, kind }: CourseModule,
  answers: Answer[],
): Promise<CaptureFailure['message'] | undefined> => {
  const refused = outbox
    .snapshot()
    .entries.find((entry) => entry.state.is === 'needs-you' && entry.lane === surveyLane(id))
  const add: Outbox['add'] = (name, payload) =>
    refused ? outbox.replace(refused.key, name, payload) : outbox.add(name, payload)
  const added =
    kind === 'video'
      ? await add('survey.answered.v2', { video_id: id, answers })
      : await add('extra-survey.answered.v2', { extra_module_id: id, answers })
  return added.ok ? undefined : added.error.message
}
