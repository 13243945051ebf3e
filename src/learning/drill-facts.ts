import type { Drill } from '../i18n/module-content.ts'
import type { Translate } from '../i18n/translate.ts'

/** Lists the ages, players, time and space of a drill as texts. */
export const listDrillFacts = ({ ages, players, minutes, space }: Drill, t: Translate): string[] => [
  t('drill.ages', { from: ages[0], to: ages[1] }),
  t('drill.players', { from: players[0], to: players[1] }),
  t('common.minutes', { count: minutes }),
  t('drill.space', space),
]
