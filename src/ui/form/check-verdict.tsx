import type { ModuleContent } from '../../i18n/module-content.ts'
import { useTranslate } from '../../i18n/use-translate.ts'

/** The right option of a check question, and the feedback for each option. */
type Check = ModuleContent['checks'][string]

/** Shows whether an option of a check question is right, and why. */
export const CheckVerdict = ({ check, option }: { check: Check; option: string }) => {
  const t = useTranslate()
  const isRight = option === check.right
  return (
    <>
      <span aria-hidden="true">{isRight ? '✓' : '✕'}</span>{' '}
      <strong>{t(isRight ? 'survey.right' : 'survey.notQuite')}</strong> <span>{check.feedback[option]}</span>
    </>
  )
}

/** Returns the verdict on an option, for the choices of the question. */
export const getCheckVerdict = (check: Check, option: string) => ({
  isRight: option === check.right,
  text: <CheckVerdict check={check} option={option} />,
})
