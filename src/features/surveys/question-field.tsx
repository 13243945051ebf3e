import { useRef } from 'react'
import type { Question } from '../../config/courses.ts'
import type { QuestionTexts } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import { withoutContradiction, type AnswerValues } from './answer-values.ts'
import styles from './survey.module.css'
import { CheckFeedback, type Checks } from './check-feedback.tsx'

type Props = {
  question: Question
  texts: QuestionTexts | undefined
  value: AnswerValues[string] | undefined
  /** For a question with a right option. */
  check?: Checks[string] | undefined
  onChange: (value: AnswerValues[string]) => void
}

/** The control for a question. */
export const QuestionField = ({ question, texts, value = '', check, onChange }: Props) => {
  const t = useTranslate()
  const feedback = useRef<HTMLOutputElement>(null)
  const { id, kind } = question
  const text = texts?.question ?? id
  if (kind === 'text') {
    return (
      <TextArea
        name={id}
        label={text}
        hint={t('survey.freeText')}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const multiple = kind === 'multiple'
  const choices = (
    <ChoiceGroup
      name={id}
      legend={text}
      hint={multiple ? t('survey.chooseAny') : undefined}
      options={question.options.map((option) => ({
        value: option,
        label: texts?.options?.[option] ?? option,
      }))}
      multiple={multiple}
      chosen={[value].flat()}
      warned={check !== undefined && value !== '' && value !== check.right}
      onChange={(chosen) => {
        onChange(multiple ? withoutContradiction(chosen, [value].flat()) : (chosen[0] ?? ''))
        // Below many options the feedback would be off screen. Scrolls instantly: during a smooth scroll, a
        // tap would hit another element.
        requestAnimationFrame(() =>
          feedback.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' }),
        )
      }}
    />
  )
  if (!check) return choices
  return (
    <div className={styles.check}>
      {choices}
      <output ref={feedback} className={styles.said}>
        {typeof value === 'string' && <CheckFeedback check={check} chosen={value} />}
      </output>
    </div>
  )
}
