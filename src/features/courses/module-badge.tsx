import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './module-badge.module.css'
import type { ModuleState } from './progress.ts'

const texts: Record<ModuleState, MessageId> = {
  open: 'courses.stateOpen',
  waiting: 'courses.stateWaiting',
  'needs-you': 'courses.stateNeedsYou',
  answered: 'courses.stateAnswered',
}

/** The state of a module in a word, with a sign beside it for those who do not see its colour. */
export const ModuleBadge = ({ state }: { state: ModuleState }) => {
  const t = useTranslate()
  return <span className={classNames(styles.badge, styles[state])}>{t(texts[state])}</span>
}
