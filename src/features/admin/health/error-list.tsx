import type { ErrorPlace } from '../../../contract/product-api/health-api.ts'
import type { ErrorSummary } from '../../../contract/product-api/admin/health-overview-api.ts'
import type { MessageId } from '../../../i18n/message-id.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { useShowMore } from '../../../ui/use-show-more.tsx'
import adminStyles from '../admin.module.css'
import { TimeWithAge } from '../time-with-age.tsx'
import styles from './health.module.css'
import { PageName } from './page-name.tsx'

const placeMessages: Record<ErrorPlace, MessageId> = {
  page: 'admin.health.place.page',
  worker: 'admin.health.place.worker',
  'service-worker': 'admin.health.place.serviceWorker',
}
/** Whether this version has a message for a place. A newer version of the app may report other places. */
const isKnownPlace = (place: string): place is ErrorPlace => Object.hasOwn(placeMessages, place)

/** How many errors are shown at first, and added by each press. Each takes a third of a phone's screen. */
const errorsPerStep = 10

type Props = {
  errors: readonly ErrorSummary[]
  /** In ms since the epoch. */
  now: number
}

const ErrorItem = ({ error, now }: { error: ErrorSummary; now: number }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { place, message, route, count, first_seen, last_seen, version } = error
  return (
    <li className={styles.error}>
      {/* The message of an exception, which is not translated. */}
      <p className={styles.message} lang="en" translate="no">
        {message}
      </p>
      <dl className={adminStyles.facts}>
        <div>
          <dt>{t('admin.health.where')}</dt>
          <dd>{isKnownPlace(place) ? t(placeMessages[place]) : t('admin.uploads.other', { name: place })}</dd>
          {route !== null && (
            <dd>
              <PageName route={route} />
            </dd>
          )}
        </div>
        <div>
          <dt>{t('admin.health.howOften')}</dt>
          <dd>{new Intl.NumberFormat(code).format(count)}</dd>
        </div>
        <div>
          <dt>{t('admin.health.lastSeen')}</dt>
          <dd>
            <TimeWithAge at={last_seen} now={now} />
          </dd>
        </div>
        <div>
          <dt>{t('admin.health.firstSeen')}</dt>
          <dd>
            <TimeWithAge at={first_seen} now={now} />
          </dd>
        </div>
        {version !== null && (
          <div>
            <dt>{t('admin.health.version')}</dt>
            <dd translate="no">{version}</dd>
          </div>
        )}
      </dl>
    </li>
  )
}

/** Lists the errors that devices reported last. */
export const ErrorList = ({ errors, now }: Props) => {
  const t = useTranslate()
  const { shown, showMoreButton } = useShowMore(errors, {
    step: errorsPerStep,
    label: () => t('common.showMore'),
  })
  return (
    <section className={adminStyles.section} aria-labelledby="errors">
      <h2 id="errors">{t('admin.health.errors')}</h2>
      {errors.length === 0 ? (
        <EmptyState title={t('admin.health.noErrors')}>
          <p>{t('admin.health.noErrorsBody')}</p>
        </EmptyState>
      ) : (
        <>
          <p className={adminStyles.small}>{t('admin.health.errorsBody')}</p>
          <ul className={styles.errors} aria-labelledby="errors">
            {shown.map((error) => (
              <ErrorItem key={error.id} error={error} now={now} />
            ))}
          </ul>
          {showMoreButton}
        </>
      )}
    </section>
  )
}
