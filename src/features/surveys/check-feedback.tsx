import type { ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import styles from './survey.module.css'

/** What a module says about the options of its checks, by the id of the question. */
export type Checks = ModuleContent['checks']

/** What is said about the chosen option of a check; another one may be tried. */
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
