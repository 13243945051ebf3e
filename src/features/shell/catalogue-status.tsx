import { useEffect, type ReactNode } from 'react'
import type { LocaleCode } from '../../config/locales.ts'
import { builtInMessage } from '../../i18n/built-in-message.ts'
import { CatalogueMissing } from '../../i18n/catalogues.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import styles from './catalogue-status.module.css'

const Frame = ({ locale, children }: { locale: LocaleCode; children: ReactNode }) => (
  <main className={styles.frame} lang={locale}>
    {children}
  </main>
)

/** Shown while the texts of a locale are loading. */
export const CatalogueLoading = ({ locale }: { locale: LocaleCode }) => (
  <Frame locale={locale}>
    <Spinner label={builtInMessage(locale, 'common.loading')} />
  </Frame>
)

/** Shown when the texts of a locale could not be loaded: why, a retry, and the locales that this device has cached. */
export const CatalogueFailed = ({
  locale,
  error,
  available,
  onRetry,
}: {
  locale: LocaleCode
  error: unknown
  /** Links to the locales that open without a connection, if any. */
  available: readonly ReactNode[]
  onRetry: () => void
}) => {
  const say = (id: Parameters<typeof builtInMessage>[1]) => builtInMessage(locale, id)
  const missing = error instanceof CatalogueMissing ? error : undefined
  const reason = missing?.reason === 'offline' ? 'catalogue.offline' : 'catalogue.failed'
  const title = say(missing ? 'catalogue.title' : 'error.title')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <Frame locale={locale}>
      <h1>{title}</h1>
      <p role="alert">{say(missing ? reason : 'error.unexpected')}</p>
      <Button onClick={onRetry}>{say('common.retry')}</Button>
      {available.length > 0 && (
        <div className={styles.available}>
          <p>{say('catalogue.available')}</p>
          <ul>
            {available.map((link, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- the list never changes its order
              <li key={index}>{link}</li>
            ))}
          </ul>
        </div>
      )}
    </Frame>
  )
}
