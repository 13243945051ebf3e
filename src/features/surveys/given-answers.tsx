import type { Question } from '../../config/courses.ts'
import type { Answer } from '../../contract/shapes.ts'
import type { ModuleWords, QuestionWords } from '../../i18n/course-words.ts'
import { useWords } from '../../i18n/use-words.ts'
import styles from './survey.module.css'

const textOf = ({ value }: Answer, words: QuestionWords | undefined): string[] =>
  [value].flat().map((option) => words?.options?.[option] ?? option)

/** What a coach answered, in the words of the questions. */
export const GivenAnswers = ({
  questions,
  words,
  answers,
}: {
  questions: readonly Question[]
  words: ModuleWords['survey']
  answers: readonly Answer[]
}) => {
  const t = useWords()
  return (
    <dl className={styles.given}>
      {questions.map(({ id }) => {
        const answer = answers.find(({ question }) => question === id)
        const lines = answer ? textOf(answer, words[id]) : [t('survey.noAnswer')]
        return (
          <div key={id}>
            <dt>{words[id]?.question ?? id}</dt>
            {lines.map((line) => (
              <dd key={line}>{line}</dd>
            ))}
          </div>
        )
      })}
    </dl>
  )
}
