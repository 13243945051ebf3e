import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass, Button } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'
import type { MessageId } from '../../i18n/message-id.ts'
import { FailedPicture, LostPicture, OfflinePicture } from '../../ui/pictures/illustration.tsx'
import { ButtonRow } from '../../ui/layout/button-row.tsx'
import styles from './error-pages.module.css'
import { detectInstallWay, type InstallWay } from '../../platform/install/install-way.ts'

/** Shown for a URL without a page. Links a coach to the courses, and a visitor to the home page. */
export const NotFound = ({ signedIn }: { signedIn: boolean }) => {
  const t = useTranslate()
  return (
    <Page title={t('error.notFoundTitle')} hasPicture>
      <div className={styles.narrow}>
        <LostPicture />
      </div>
      <p>{t('error.notFoundBody')}</p>
      <ButtonRow>
        <LocaleLink to={signedIn ? t('coursesHomeSlug') : ''} className={buttonClass()}>
          {t(signedIn ? 'home.toCourses' : 'error.goHome')}
        </LocaleLink>
      </ButtonRow>
    </Page>
  )
}

/** Replaces a page that could not be shown. The header and the footer stay. */
export const PageFailed = ({ reason, onRetry }: { reason: MessageId; onRetry: () => void }) => {
  const t = useTranslate()
  return (
    <Page title={t('error.pageFailed')}>
      {reason === 'error.offlineNeedsConnection' ? <OfflinePicture /> : <FailedPicture />}
      <p role="alert">{t(reason)}</p>
      <ButtonRow>
        <Button onClick={onRetry}>{t('common.retry')}</Button>
        <LocaleLink to="" className={buttonClass('secondary')}>
          {t('error.goHome')}
        </LocaleLink>
      </ButtonRow>
      {/* The page for repairs is not part of the app, so it needs a connection too. */}
      {reason !== 'error.offlineNeedsConnection' && (
        <p>
          <span>{t('storage.repair')}</span> <a href="/recover">{t('storage.repairLink')}</a>
        </p>
      )}
    </Page>
  )
}

/** Matches browsers of other vendors, and in-app browsers, whose settings have other names. */
const otherBrowserPattern = /SamsungBrowser|OPR\/|; wv\)|FBAN|FBAV|Instagram|DuckDuckGo|YaBrowser|UCBrowser/

type BrowserIdentity = Pick<Navigator, 'userAgent' | 'maxTouchPoints'>

/**
 * Returns the browser whose settings to describe, or `other` if it is not recognised. The ways to install the
 * app (`InstallWay`) are named after the system and, except `ios`, the browser, for example `android-chromium`.
 */
const detectBrowser = (browser: BrowserIdentity): InstallWay | 'other' => {
  const way = detectInstallWay(browser)
  const isChromium = /Chrom(e|ium)\//.test(browser.userAgent)
  if (otherBrowserPattern.test(browser.userAgent) || (way.endsWith('chromium') && !isChromium)) return 'other'
  return way
}

/**
 * Replaces a page of an account if the browser blocks the storage of this site: explains what is blocked, and
 * where to allow it.
 */
export const StorageBlockedPage = ({ browser = navigator }: { browser?: BrowserIdentity }) => {
  const t = useTranslate()
  return (
    <Page title={t('storageBlocked.title')}>
      <FailedPicture />
      <p role="alert">{t('storageBlocked.why')}</p>
      <h2>{t('storageBlocked.allow')}</h2>
      <p>{t(`storageBlocked.in.${detectBrowser(browser)}`)}</p>
      <p>{t('storageBlocked.then')}</p>
      <ButtonRow>
        <Button onClick={() => location.reload()}>{t('common.reload')}</Button>
        <LocaleLink to="" className={buttonClass('secondary')}>
          {t('error.goHome')}
        </LocaleLink>
      </ButtonRow>
    </Page>
  )
}

/** Thrown by a page that cannot work if the browser blocks the storage of this site. */
export class StorageBlockedError extends Error {
  override readonly name = 'StorageBlockedError'
}
