import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useWords } from '../../i18n/use-words.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import type { UploadClient } from '../../workers/upload/contract.ts'
import type { AccessLevel } from '../../workers/upload/task.ts'
import styles from './files.module.css'
import { StoredFileRow } from './stored-file-row.tsx'
import { ListingFailed, storedFilesQuery } from './stored-files-query.ts'
import { problemWords } from './upload-words.ts'
import { useSlowly } from './use-slowly.ts'
import { useUploads } from './use-uploads.ts'

type Props = { uploads: UploadClient; customer: string; level: AccessLevel }

/** ms; a row of small files that end one after the other asks for the list once */
const refreshInterval = 3000

/** What is in the cloud at an access level; asked for again when an upload to it ends. */
export const StoredFiles = ({ uploads, customer, level }: Props) => {
  const t = useWords()
  const queries = useQueryClient()
  const query = storedFilesQuery(uploads, customer, level)
  const { queryKey } = query
  const { data, error, isPending, isFetching, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(query)
  const { tasks } = useUploads(uploads)
  const done = useSlowly(
    tasks.filter((task) => task.level === level && task.status.state === 'COMPLETED').length,
    refreshInterval,
  )
  useEffect(() => {
    if (done > 0) void queries.invalidateQueries({ queryKey: ['customer', customer, 'files', level] })
  }, [done, queries, customer, level])

  const files = data?.pages.flatMap((page) => page.files) ?? []
  return (
    <section aria-labelledby="stored" className={styles.section}>
      <h2 id="stored">{t('files.stored.title', { level: t(`files.level.${level}`) })}</h2>
      {isPending && <Spinner label={t('files.stored.loading')} />}
      {error && (
        <Notice tone="error">
          <p>{problemWords(error instanceof ListingFailed ? error.problem : { kind: 'offline' }, t)}</p>
          <div>
            <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
              {t('common.retry')}
            </Button>
          </div>
        </Notice>
      )}
      {data && files.length === 0 && (
        <EmptyState title={t('files.stored.emptyTitle')}>{t('files.stored.emptyBody')}</EmptyState>
      )}
      <ul className={styles.rows}>
        {files.map((file) => (
          <StoredFileRow
            key={file.key}
            {...{ file, level, uploads }}
            onDeleted={() => void queries.invalidateQueries({ queryKey })}
          />
        ))}
      </ul>
      {hasNextPage && (
        <div>
          <Button variant="secondary" busy={isFetching} onClick={() => void fetchNextPage()}>
            {t('files.stored.more')}
          </Button>
        </div>
      )}
    </section>
  )
}
