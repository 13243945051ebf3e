import type { Question } from '../../config/courses.ts'
import type { QuestionTexts } from '../../i18n/course-catalogue.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { CheckboxGroup } from '../../ui/form/checkbox-group.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import type { AnswerProblem, AnswerValues } from './answer-values.ts'

/** The control that a question is answered with. */
export const QuestionField = ({
  question,
  texts,
  value,
  problem,
  onChange,
}: {
  question: Question
  texts: QuestionTexts | undefined
  value: AnswerValues[string] | undefined
  problem: AnswerProblem | undefined
  onChange: (value: AnswerValues[string]) => void
}) => {
  const t = useTranslate()
  const { id, kind } = question
  const text = texts?.question ?? id
  const error = problem && t(problem.message, problem.values)
  if (kind === 'text') {
    return (
      <TextArea
        name={id}
        label={text}
        hint={t('common.optional')}
        error={error}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const options = question.options.map((option) => ({
    value: option,
    label: texts?.options?.[option] ?? option,
  }))
  if (kind === 'multiple') {
    return (
      <CheckboxGroup
        name={id}
        legend={text}
        hint={t('survey.chooseAny')}
        options={options}
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
        error={error}
      />
    )
  }
  return (
    <RadioGroup
      name={id}
      legend={text}
      options={options}
      value={typeof value === 'string' ? value : undefined}
      onChange={onChange}
      error={error}
    />
  )
}
