import { Link } from '@tanstack/react-router'
import { Suspense, use, useEffect, type ReactNode } from 'react'
import type { LocaleCode } from '../../config/locales.ts'
import { getBuiltInMessage } from '../../i18n/built-in-message.ts'
import { CatalogueMissingError } from '../../i18n/catalogues.ts'
import type { FetchJsonFailure } from '../../i18n/fetch-json.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import styles from './catalogue-status.module.css'

/** A whole page in the language of a locale, without the header and the footer, which need its texts. */
const Frame = ({ locale, title, children }: { locale: LocaleCode; title: string; children: ReactNode }) => {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <main className={styles.frame} lang={locale}>
      {children}
    </main>
  )
}

/** Shown while the texts of a locale load. */
export const CatalogueLoading = ({ locale }: { locale: LocaleCode }) => (
  <Frame locale={locale} title={getBuiltInMessage(locale, 'site.title')}>
    <Spinner label={getBuiltInMessage(locale, 'common.loading')} />
  </Frame>
)

/** The messages that say why the texts are missing, and what to do about it. */
const failureTexts = {
  offline: { reason: 'catalogue.offline', action: 'common.retry' },
  failed: { reason: 'catalogue.failed', action: 'common.retry' },
  gone: { reason: 'catalogue.gone', action: 'common.reload' },
} as const satisfies Record<FetchJsonFailure, object>

type FailedProps = {
  locale: LocaleCode
  error: unknown
  /** The locales that this device can open offline. */
  cachedLocales: Promise<readonly LocaleCode[]>
  onRetry: () => void
}

/** Links to the locales whose texts this device has cached. */
const CachedLocales = ({ title, cachedLocales }: Pick<FailedProps, 'cachedLocales'> & { title: string }) => {
  const codes = use(cachedLocales)
  if (codes.length === 0) return null
  return (
    <div className={styles.available}>
      <p>{title}</p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <Link to="/$locale/" params={{ locale: code }} lang={code}>
              {getBuiltInMessage(code, `localeName.${code}`)}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}

/**
 * Shown when the texts of a locale could not be loaded: why, a retry, and the locales that this device has
 * cached.
 */
export const CatalogueFailed = ({ locale, error, cachedLocales, onRetry }: FailedProps) => {
  const getText = (id: Parameters<typeof getBuiltInMessage>[1]) => getBuiltInMessage(locale, id)
  const catalogueError = error instanceof CatalogueMissingError ? error : undefined
  const { reason, action } = failureTexts[catalogueError?.reason ?? 'failed']
  const title = getText(catalogueError ? 'catalogue.title' : 'error.title')
  return (
    <Frame locale={locale} title={title}>
      <h1>{title}</h1>
      <p role="alert">{getText(catalogueError ? reason : 'error.unexpected')}</p>
      <Button onClick={onRetry}>{getText(action)}</Button>
      <Suspense>
        <CachedLocales title={getText('catalogue.available')} cachedLocales={cachedLocales} />
      </Suspense>
    </Frame>
  )
}

/** Shown if the app itself failed. It needs no catalogue, no services and no router. */
export const AppFailed = ({ locale }: { locale: LocaleCode }) => {
  const title = getBuiltInMessage(locale, 'error.title')
  return (
    <Frame locale={locale} title={title}>
      <h1>{title}</h1>
      <p role="alert">{getBuiltInMessage(locale, 'error.unexpected')}</p>
      <Button onClick={() => location.reload()}>{getBuiltInMessage(locale, 'common.reload')}</Button>
      <p>
        <span>{getBuiltInMessage(locale, 'storage.repair')}</span>{' '}
        <a href="/recover">{getBuiltInMessage(locale, 'storage.repairLink')}</a>
      </p>
    </Frame>
  )
}
