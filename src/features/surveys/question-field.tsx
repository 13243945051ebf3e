import type { Question } from '../../config/courses.ts'
import type { QuestionWords } from '../../i18n/course-words.ts'
import { useWords } from '../../i18n/use-words.ts'
import { CheckboxGroup } from '../../ui/form/checkbox-group.tsx'
import { RadioGroup } from '../../ui/form/radio-group.tsx'
import { TextArea } from '../../ui/form/text-area.tsx'
import type { AnswerProblem, AnswerValues } from './answer-values.ts'

/** The control that a question is answered with. */
export const QuestionField = ({
  question,
  words,
  value,
  problem,
  onChange,
}: {
  question: Question
  words: QuestionWords | undefined
  value: AnswerValues[string] | undefined
  problem: AnswerProblem | undefined
  onChange: (value: AnswerValues[string]) => void
}) => {
  const t = useWords()
  const { id, kind } = question
  const text = words?.question ?? id
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
    label: words?.options?.[option] ?? option,
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
