import type { ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './survey.module.css'

/** The feedback of a module for the options of its check questions, by question id. */
export type Checks = ModuleContent['checks']

/** The feedback for the chosen option of a check question. The coach may try another option. */
export const CheckFeedback = ({ check, chosen }: { check: Checks[string]; chosen: string }) => {
  const t = useTranslate()
  const text = check.feedback[chosen]
  if (text === undefined) return null
  const isRight = chosen === check.right
  return (
    <span className={classNames(styles.feedback, isRight && styles.right)}>
      <strong>{t(isRight ? 'survey.right' : 'survey.notQuite')}</strong> <span>{text}</span>
    </span>
  )
}
