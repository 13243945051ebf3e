import type { MessageId } from '../../i18n/message-id.ts'
import type { Drill } from '../../i18n/module-content.ts'
import type { Translate } from '../../i18n/translate.ts'

/** The ages, players, time and space of a drill. */
export const drillFacts = ({ ages, players, minutes, space }: Drill, t: Translate): string[] => [
  t('drill.ages', { from: ages[0], to: ages[1] }),
  t('drill.players', { from: players[0], to: players[1] }),
  t('common.minutes', { count: minutes }),
  t('drill.space', space),
]

/** The parts of a drill card, in the order in which a coach needs them. */
export const drillParts = (drill: Drill): { title: MessageId; lines: readonly string[] }[] => [
  { title: 'drill.equipment', lines: drill.equipment.map(({ count, text }) => `${count} ${text}`) },
  { title: 'drill.setUp', lines: drill.setUp },
  { title: 'drill.steps', lines: drill.steps },
  { title: 'drill.coachingPoints', lines: drill.coachingPoints },
  { title: 'drill.easier', lines: drill.easier },
  { title: 'drill.harder', lines: drill.harder },
  { title: 'drill.inclusive', lines: drill.inclusive },
  { title: 'drill.safety', lines: drill.safety },
]

/**
 * Whether a part is read before or after a drill and not during it: on a phone it is folded. Safety parts are
 * never folded.
 */
export const isReadBeforehand = (title: MessageId): boolean =>
  ['drill.coachingPoints', 'drill.easier', 'drill.harder', 'drill.inclusive'].includes(title)

/** A drill card as plain text, for a message. */
export const drillText = (drill: Drill, t: Translate): string => {
  const parts = drillParts(drill).map(({ title, lines }) => {
    const mark = (at: number) => (title === 'drill.steps' ? `${at + 1}.` : '•')
    return [t(title), ...lines.map((line, at) => `${mark(at)} ${line}`)].join('\n')
  })
  return [`${drill.name} (${drillFacts(drill, t).join(' · ')})`, ...parts].join('\n\n')
}
