import type { Question } from '../../config/courses.ts'
import type { Answer } from '../../contract/shapes.ts'
import type { ModuleTexts } from '../../i18n/course-catalogue.ts'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Fold } from '../../ui/layout/fold.tsx'
import { GivenAnswers } from './given-answers.tsx'

/** Answers from this device that do not count, because the coach answered later on another device. */
export const ReplacedAnswers = ({
  questions,
  texts,
  replaced,
}: {
  questions: readonly Question[]
  texts: ModuleTexts['survey']
  replaced: { answers: readonly Answer[]; answeredAt: string }
}) => {
  const t = useTranslate()
  const { code } = useLocale()
  const date = createTimePhrases(code, t).full(Date.parse(replaced.answeredAt))
  return (
    <>
      <Notice tone="info" title={t('survey.replaced')}>
        <p>{t('survey.replacedBody', { date })}</p>
      </Notice>
      <Fold lazy summary={t('survey.replacedAnswers')}>
        <GivenAnswers questions={questions} texts={texts} answers={replaced.answers} />
      </Fold>
    </>
  )
}
