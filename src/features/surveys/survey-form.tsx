import { useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Question } from '../../config/courses.ts'
import { isCheck } from '../../config/questions.ts'
import type { Answer } from '../../contract/shapes.ts'
import type { ModuleTexts, QuestionTexts } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { FieldErrors } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { toAnswers, findProblems, resolveContradiction, type AnswerValues } from './answer-values.ts'
import { CheckFeedback, type Checks } from './given-answers.tsx'
import styles from './survey.module.css'
import { useDraft } from './use-draft.ts'

type FieldProps = {
  question: Question
  texts: QuestionTexts | undefined
  value: AnswerValues[string] | undefined
  /** The right option and the feedback; only for a check question. */
  check?: Checks[string] | undefined
  onChange: (value: AnswerValues[string]) => void
}

/** The control for a question. */
export const QuestionField = ({ question, texts, value = '', check, onChange }: FieldProps) => {
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
  const isMultiple = kind === 'multiple'
  const chosen = [value].flat()
  const choices = (
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
      warned={check !== undefined && value !== '' && value !== check.right}
      onChange={(selection) => {
        onChange(isMultiple ? resolveContradiction(selection, chosen) : (selection[0] ?? ''))
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

export type SurveyFormProps = {
  questions: readonly Question[]
  texts: ModuleTexts['survey']
  /** The right options and the feedback of the check questions. */
  checks?: Checks | undefined
  values: AnswerValues
  onChange: (values: AnswerValues) => void
  /** Stores the draft on the device; rejects if it could not be stored. */
  onDraft: (values: AnswerValues) => Promise<void>
  /** Saves the answers. Resolves to the message of a failure, or to undefined. */
  onSubmit: (answers: Answer[]) => Promise<MessageId | undefined>
  /** A decision that is needed before the answers can be saved. */
  children?: ReactNode
}

/** The questions of a module. What is typed is stored as a draft, a moment later. */
export const SurveyForm = ({
  questions,
  texts,
  checks,
  values,
  onChange,
  onDraft,
  onSubmit,
  children,
}: SurveyFormProps) => {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  /** Errors are shown from the first submit on. */
  const [showsErrors, setShowsErrors] = useState(false)
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<MessageId>()
  const draft = useDraft(onDraft)
  const parts = [
    { title: 'survey.checks', intro: 'survey.checksIntro', partQuestions: questions.filter(isCheck) },
    {
      title: 'survey.reflections',
      intro: 'survey.intro',
      partQuestions: questions.filter((question) => !isCheck(question)),
    },
  ] as const
  const problems = showsErrors ? findProblems(questions, values) : {}
  const errors = Object.entries(problems).map(([id, problem]) => [id, t(problem.message, problem.values)])

  const change = (id: string, value: AnswerValues[string]) => {
    const newValues = { ...values, [id]: value }
    onChange(newValues)
    draft.write(newValues)
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    // The errors must be rendered before the focus moves to the first of them.
    flushSync(() => setShowsErrors(true))
    if (Object.keys(findProblems(questions, values)).length > 0) {
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
      return
    }
    run(async () => {
      draft.stop()
      const message = await onSubmit(toAnswers(questions, values))
      setFailure(message)
      if (message) draft.resume()
    })
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <FieldErrors value={Object.fromEntries(errors)}>
        {parts.map(({ title, intro, partQuestions }) => (
          <section key={title} className={styles.part}>
            <h3>{t(title)}</h3>
            <p className={styles.intro}>{t(intro)}</p>
            {partQuestions.map((question) => (
              <QuestionField
                key={question.id}
                question={question}
                texts={texts[question.id]}
                value={values[question.id]}
                check={checks?.[question.id]}
                onChange={(value) => change(question.id, value)}
              />
            ))}
          </section>
        ))}
      </FieldErrors>
      {children}
      {errors.length > 0 && <Notice tone="error">{t('survey.invalid', { count: errors.length })}</Notice>}
      {failure && <Notice tone="error">{t(failure)}</Notice>}
      {draft.state === 'failed' && <Notice tone="warning">{t('survey.draftFailed')}</Notice>}
      <div className={styles.actions}>
        <Button type="submit" busy={busy}>
          {t('survey.submit')}
        </Button>
        <output className={styles.draft}>{draft.state === 'stored' && t('survey.draftKept')}</output>
      </div>
    </form>
  )
}
