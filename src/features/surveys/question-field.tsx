import type { Question } from '../../config/courses.ts'
import type { QuestionTexts } from '../../i18n/course-catalogue.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { getCheckVerdict } from '../../ui/form/check-verdict.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { resolveContradiction, type AnswerValues } from './answer-values.ts'
import type { Checks } from './given-answers.tsx'

type FieldProps = {
  question: Question
  texts: QuestionTexts | undefined
  value: AnswerValues[string] | undefined
  /** The right option and the feedback; only for a check question. */
  check?: Checks[string] | undefined
  onChange: (value: AnswerValues[string]) => void
}

/** The control for a question: a text field, or the options to choose from. */
export const QuestionField = ({ question, texts, value = '', check, onChange }: FieldProps) => {
  const t = useTranslate()
  const { emergencyNumber } = useLocale()
  const { id, kind } = question
  const text = texts?.question ?? id
  if (kind === 'text') {
    return (
      <TextArea
        name={id}
        label={text}
        hint={t('survey.freeText', { number: emergencyNumber })}
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  }
  const isMultiple = kind === 'multiple'
  const chosen = [value].flat()
  return (
    <ChoiceGroup
      name={id}
      legend={text}
      hint={isMultiple ? t('survey.chooseAny') : undefined}
      options={question.options.map((option) => ({
        value: option,
        label: texts?.options?.[option] ?? option,
      }))}
      multiple={isMultiple}
      chosen={chosen}
      getVerdict={check && ((option) => getCheckVerdict(check, option))}
      onChange={(selection) =>
        onChange(isMultiple ? resolveContradiction(selection, chosen) : (selection[0] ?? ''))
      }
    />
  )
}
