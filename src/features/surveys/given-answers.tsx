import type { Question } from '../../config/courses.ts'
import type { Answer } from '../../contract/shared-schemas.ts'
import type { ModuleTexts, QuestionTexts } from '../../i18n/course-catalogue.ts'
import type { ModuleContent } from '../../i18n/module-content.ts'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CheckVerdict } from '../../ui/form/check-verdict.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { WrittenText } from '../../ui/written-text.tsx'
import styles from './survey.module.css'

/**
 * A module's check questions, which have a right option, by question id: the right option, and the feedback
 * for each option.
 */
export type Checks = ModuleContent['checks']

/** Lists the lines of an answer: one for each chosen option, or the coach's own text. */
const listLines = ({ value }: Answer, texts: QuestionTexts | undefined): string[] =>
  [value].flat().map((option) => texts?.options?.[option] ?? option)

/** A coach's answers, each below its question, and with the feedback if it is a check question. */
export const GivenAnswers = ({
  questions,
  texts,
  checks,
  answers,
}: {
  questions: readonly Question[]
  texts: ModuleTexts['survey']
  checks?: Checks | undefined
  answers: readonly Answer[]
}) => {
  const t = useTranslate()
  return (
    <dl className={styles.given}>
      {questions.map(({ id }) => {
        const answer = answers.find(({ question }) => question === id)
        const lines = answer ? listLines(answer, texts[id]) : [t('survey.noAnswer')]
        const check = checks?.[id]
        // A check question has one answer, so its value is not a list.
        const option = answer?.value
        return (
          <div key={id}>
            <dt>{texts[id]?.question ?? id}</dt>
            {lines.map((line) => (
              <dd key={line}>
                <WrittenText text={line} />
                {check && typeof option === 'string' && (
                  <span className={classNames(styles.verdict, option === check.right && styles.right)}>
                    <CheckVerdict check={check} option={option} />
                  </span>
                )}
              </dd>
            ))}
          </div>
        )
      })}
    </dl>
  )
}

/** Answers from this device that are no longer valid, because the coach answered later on another device. */
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
      <Disclosure lazy summary={t('survey.replacedAnswers')}>
        <GivenAnswers questions={questions} texts={texts} answers={replaced.answers} />
      </Disclosure>
    </>
  )
}
