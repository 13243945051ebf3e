import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** For an address without a page: explains it, and links to the person's home. */
export const NotFound = ({ signedIn }: { signedIn: boolean }) => {
  const t = useTranslate()
  return (
    <Page title={t('error.notFoundTitle')}>
      <EmptyState title={t('error.notFoundBody')} picture="lost">
        <LocaleLink to={signedIn ? t('coursesHomeSlug') : ''} className={buttonClass()}>
          {t(signedIn ? 'home.toCourses' : 'error.goHome')}
        </LocaleLink>
      </EmptyState>
    </Page>
  )
}
