import type { Question } from '../../config/courses.ts'
import type { Answer } from '../../contract/shapes.ts'
import type { ModuleTexts, QuestionTexts } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { WrittenText } from '../../ui/written-text.tsx'
import { CheckFeedback, type Checks } from './check-feedback.tsx'
import styles from './survey.module.css'

const textOf = ({ value }: Answer, texts: QuestionTexts | undefined): string[] =>
  [value].flat().map((option) => texts?.options?.[option] ?? option)

/** A coach's answers, each below its question. */
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
        const lines = answer ? textOf(answer, texts[id]) : [t('survey.noAnswer')]
        return (
          <div key={id}>
            <dt>{texts[id]?.question ?? id}</dt>
            {lines.map((line) => (
              <dd key={line}>
                <WrittenText text={line} />
                {typeof answer?.value === 'string' && checks?.[id] && (
                  <CheckFeedback check={checks[id]} chosen={answer.value} />
                )}
              </dd>
            ))}
          </div>
        )
      })}
    </dl>
  )
}
