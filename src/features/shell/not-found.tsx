import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Illustration } from '../../ui/illustration.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Page } from '../../ui/layout/page.tsx'

/** For an address that leads nowhere: says so, and offers a way out. */
export const NotFound = () => {
  const t = useTranslate()
  return (
    <Page title={t('error.notFound')}>
      <Illustration name="lost" />
      <p>{t('error.notFoundBody')}</p>
      <p>
        <LocaleLink to="" className={buttonClass()}>
          {t('error.goHome')}
        </LocaleLink>
      </p>
    </Page>
  )
}
