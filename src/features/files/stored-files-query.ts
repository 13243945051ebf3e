import { infiniteQueryOptions } from '@tanstack/react-query'
import type { StorageProblem, UploadClient } from '../../workers/upload/contract.ts'
import type { AccessLevel } from '../../workers/upload/task.ts'

/** A refused listing, thrown because that is how a query learns of a failure. */
export class ListingFailed extends Error {
  readonly problem: StorageProblem
  constructor(problem: StorageProblem) {
    super(problem.code ?? problem.kind)
    this.problem = problem
  }
}

/** What is stored under an access level, page by page. */
export const storedFilesQuery = (uploads: UploadClient, customer: string, level: AccessLevel) =>
  infiniteQueryOptions({
    queryKey: ['customer', customer, 'files', level],
    initialPageParam: '',
    queryFn: async ({ pageParam }) => {
      const page = await uploads.list(level, pageParam === '' ? undefined : pageParam)
      if (!page.ok) throw new ListingFailed(page.error)
      return page.value
    },
    getNextPageParam: ({ next }) => next,
  })
