import { useTranslate } from '../../i18n/use-translate.ts'
import { LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { isUnanswered } from './impact-content.tsx'
import type { KnownImpact } from './use-impact.ts'

/** Asks once per season for the coach's impact: links to the form in the profile until it is answered. */
export const ImpactRow = ({
  seasons,
  season,
  isServerAnswerKnown,
}: Pick<KnownImpact, 'seasons' | 'season' | 'isServerAnswerKnown'>) => {
  const t = useTranslate()
  if (!isServerAnswerKnown || !isUnanswered({ seasons, season })) return null
  return (
    <RowList>
      <LinkRow
        to={t('profileSlug')}
        // `job` selects the form on the profile screen.
        search={{ job: 'impact' }}
        icon={<path d="M4 6.5h16v13H4zM4 10.5h16M8 4v4M16 4v4" />}
        label={t('impact.asked', { season: String(season) })}
      />
    </RowList>
  )
}
