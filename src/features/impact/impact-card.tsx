import { useState } from 'react'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { Result } from '../../lib/result.ts'
import type { FormFailure } from '../../ui/form/use-form.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { ImpactForm } from './impact-form.tsx'
import { ImpactSeasons } from './impact-seasons.tsx'
import styles from './impact.module.css'
import type { Impact, SeasonImpact } from './use-impact.ts'

type Props = {
  /** The coach's earlier answers, one per season, oldest first. */
  seasons: readonly SeasonImpact[]
  /** The current season. */
  season: number
  /** The coach's latest answer, as the server has it now. */
  readLast: () => Promise<Impact | undefined>
  save: (impact: Impact) => Promise<Result<unknown, FormFailure>>
}

const isAskedIn = ({ seasons, season }: Pick<Props, 'seasons' | 'season'>) =>
  seasons.at(-1)?.season !== season

/** The people a coach reaches, on a separate card. */
export const ImpactCard = (props: Props) => {
  const t = useTranslate()
  return (
    <Card className={styles.impact}>
      <h2>{t(isAskedIn(props) ? 'impact.asked' : 'impact.title', { season: String(props.season) })}</h2>
      <ImpactContent {...props} />
    </Card>
  )
}

/** The people a coach reaches, season by season, and the form for the current number. */
export const ImpactContent = ({ seasons, season, ...form }: Props) => {
  const t = useTranslate()
  const before = seasons.at(-1)
  return (
    <>
      <ImpactSeasons seasons={seasons} />
      {isAskedIn({ seasons, season }) ? (
        <>
          <p>{t('impact.intro')}</p>
          <ImpactForm before={before} {...form} />
        </>
      ) : (
        <Fold summary={t('impact.change')}>
          <ImpactForm before={before} {...form} />
        </Fold>
      )}
    </>
  )
}

/**
 * Shown on the home of the courses: asks once per season, and disappears when the coach has answered. It
 * stays while the coach is answering, even if another delivery changes what is known.
 */
export const ImpactOfSeason = ({ isKnown, ...props }: Props & { isKnown: boolean }) => {
  const [wasShown, setWasShown] = useState(false)
  const isShown = isAskedIn(props) && (isKnown || wasShown)
  if (isShown !== wasShown) setWasShown(isShown)
  return isShown ? <ImpactCard {...props} /> : null
}
