import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { RequestFailure } from './request-failure.tsx'

/** Shows a button that loads the next page of a list, or why the last request failed. */
export const NextPageButton = ({ query }: { query: UseInfiniteQueryResult }) => {
  const t = useTranslate()
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = query
  // Without data, the request for the first page failed.
  if (error) return <RequestFailure error={error} onRetry={() => void (data ? fetchNextPage() : refetch())} />
  if (!hasNextPage) return null
  return (
    <Button variant="secondary" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
      {t('common.showMore')}
    </Button>
  )
}
