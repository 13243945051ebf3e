import { useTranslate } from '../../i18n/use-translate.ts'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'

const helpPages = ['contact', 'faq', 'about', 'sitemap'] as const
const legalPages = ['terms', 'privacy', 'accessibility', 'cookies'] as const

/** The links of the footer, because the app's screens have no footer on phones. */
export const HelpPage = () => {
  const t = useTranslate()
  const renderRows = (pages: readonly (typeof helpPages | typeof legalPages)[number][]) =>
    pages.map((page) => <LinkRow key={page} to={page} label={t(`footer.${page}`)} />)
  return (
    <>
      <RowList title={t('footer.help')}>{renderRows(helpPages)}</RowList>
      <RowList title={t('footer.legal')}>{renderRows(legalPages)}</RowList>
    </>
  )
}
