import type { Question } from '../../config/courses.ts'
import type { QuestionTexts } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import type { AnswerValues } from './answer-values.ts'
import styles from './survey.module.css'
import { CheckFeedback, type Checks } from './check-feedback.tsx'

type Props = {
  question: Question
  texts: QuestionTexts | undefined
  value: AnswerValues[string] | undefined
  /** Of a question that has a right option. */
  check?: Checks[string] | undefined
  onChange: (value: AnswerValues[string]) => void
}

/** The control that a question is answered with. */
export const QuestionField = ({ question, texts, value = '', check, onChange }: Props) => {
  const t = useTranslate()
  const { id, kind } = question
  const text = texts?.question ?? id
  if (kind === 'text') {
    return (
      <TextArea
        name={id}
        label={text}
        hint={t('common.optional')}
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
      onChange={(chosen) => onChange(multiple ? chosen : (chosen[0] ?? ''))}
    />
  )
  if (!check) return choices
  return (
    <div className={styles.check}>
      {choices}
      <output>{typeof value === 'string' && <CheckFeedback check={check} chosen={value} />}</output>
    </div>
  )
}
