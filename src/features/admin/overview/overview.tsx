import type { UseQueryResult } from '@tanstack/react-query'
import type { ResponseOf } from '../../../contract/product-api.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import adminStyles from '../admin.module.css'
import type { DeviceFilters } from '../device-filters.ts'
import { RequestFailure } from '../request-failure.tsx'
import { PictureCard } from './picture-card.tsx'
import { picturesOf } from './pictures.ts'
import styles from './overview.module.css'

export type OverviewQuery = UseQueryResult<ResponseOf<'syncOverview'>>

type Props = { query: OverviewQuery; filters: DeviceFilters; roomy: boolean }

/** The number of devices for each problem; every number filters the list below. */
export const Overview = ({ query, filters, roomy }: Props) => {
  const t = useTranslate()
  const { data, error, refetch } = query
  return (
    <section className={adminStyles.section} aria-labelledby="overview">
      <div className={styles.heading}>
        <h2 id="overview">{t('admin.overview.heading')}</h2>
        <p className={adminStyles.small}>{t('admin.overview.body')}</p>
      </div>
      {error && <RequestFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <VisuallyHidden live>{t('common.loading')}</VisuallyHidden>}
      {(data || !error) && (
        <div className={styles.pictures} aria-busy={!data}>
          {picturesOf(data, t).map((picture) => (
            <PictureCard key={picture.key} isLoading={!data} {...{ picture, filters, roomy }} />
          ))}
        </div>
      )}
    </section>
  )
}
