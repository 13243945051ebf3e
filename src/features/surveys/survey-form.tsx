import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Question } from '../../config/courses.ts'
import { isCheck } from '../../config/questions.ts'
import type { Answer } from '../../contract/shapes.ts'
import type { ModuleTexts, QuestionTexts } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { ChoiceGroup } from '../../ui/form/choice-group.tsx'
import { FieldErrors } from '../../ui/form/field.tsx'
import { TextArea } from '../../ui/form/text-field.tsx'
import { PinnedActions } from '../../ui/layout/pinned-actions.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { toAnswers, findProblems, resolveContradiction, type AnswerValues } from './answer-values.ts'
import { CheckVerdict, type Checks } from './given-answers.tsx'
import styles from './survey.module.css'
import { useDraft } from './use-draft.ts'
import { useResubmitHeld, type HeldSubmit } from './use-held-submit.ts'

type FieldProps = {
  question: Question
  texts: QuestionTexts | undefined
  value: AnswerValues[string] | undefined
  /** The right option and the feedback; only for a check question. */
  check?: Checks[string] | undefined
  onChange: (value: AnswerValues[string]) => void
}

/** Returns the verdict on an option of a check question: whether it is right, and why. */
const getVerdict = (check: Checks[string], option: string) => ({
  isRight: option === check.right,
  text: <CheckVerdict check={check} option={option} />,
})

/** The control for a question. */
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
      verdict={check && ((option) => getVerdict(check, option))}
      onChange={(selection) =>
        onChange(isMultiple ? resolveContradiction(selection, chosen) : (selection[0] ?? ''))
      }
    />
  )
}

export type SurveyFormProps = {
  questions: readonly Question[]
  /** The id of the question on the screen. Paper shows all questions. */
  question: string | undefined
  texts: ModuleTexts['survey']
  /** The right options and the feedback of the check questions. */
  checks?: Checks | undefined
  values: AnswerValues
  onChange: (values: AnswerValues) => void
  /** Stores the draft on the device; rejects if it could not be stored. */
  onDraft: (values: AnswerValues) => Promise<void>
  /** Shows another question. */
  onQuestion: (id: string) => void
  /** Shows the result of the module. Defined only if these answers are already saved. */
  onResult?: (() => void) | undefined
  /** Saves the answers. Resolves to the message of a failure, or to undefined. */
  onSubmit: (answers: Answer[]) => Promise<MessageId | undefined>
  /** Delays an invalid submit until the stored answers are read; undefined if nothing has to be read. */
  held?: HeldSubmit | undefined
  /** A decision that is needed before the answers can be saved. */
  children?: ReactNode
}

/** Moves the focus to the first invalid control that is on the screen. */
const focusInvalid = (form: HTMLFormElement | null): void =>
  [...(form?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])]
    .find((control) => control.getClientRects().length > 0)
    ?.focus()

/**
 * The questions of a module, one at a time. Every input is stored as a draft. The answers are saved after the
 * last question. If an answer is invalid then, its question is shown.
 */
export const SurveyForm = ({
  questions,
  question,
  texts,
  checks,
  values,
  onChange,
  onDraft,
  onQuestion,
  onResult,
  onSubmit,
  held,
  children,
}: SurveyFormProps) => {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  /** The questions whose errors are shown: those that the coach has tried to leave. */
  const [checkedIds, setCheckedIds] = useState<readonly string[]>([])
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<MessageId>()
  const draft = useDraft(onDraft)
  const parts = [
    { title: 'survey.checks', intro: 'survey.checksIntro', partQuestions: questions.filter(isCheck) },
    {
      title: 'survey.reflections',
      intro: 'survey.intro',
      partQuestions: questions.filter((other) => !isCheck(other)),
    },
  ] as const
  const problems = findProblems(questions, values)
  const errors = checkedIds.flatMap((id) => {
    const problem = problems[id]
    return problem ? [[id, t(problem.message, problem.values)] as const] : []
  })
  const index = questions.findIndex(({ id }) => id === question)
  const next = questions[index + 1]

  // The id of the invalid question that a submit has opened. Once on the screen, its control takes the focus.
  const openedInvalidId = useRef<string>(undefined)
  useEffect(() => {
    if (question === undefined || openedInvalidId.current !== question) return
    openedInvalidId.current = undefined
    focusInvalid(form.current)
  }, [question])

  const change = (id: string, value: AnswerValues[string]) => {
    const newValues = { ...values, [id]: value }
    onChange(newValues)
    draft.write(newValues)
  }

  /** Shows the errors of questions. Returns the id of the first invalid question. */
  const validate = (ids: readonly string[]): string | undefined => {
    // The errors must be rendered before the focus moves to the first of them.
    flushSync(() => setCheckedIds((earlier) => [...new Set([...earlier, ...ids])]))
    return ids.find((id) => problems[id])
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    // Before the last question, a submit only leads to the next question.
    const ids = next && question !== undefined ? [question] : questions.map(({ id }) => id)
    if (held?.mayHold && ids.some((id) => problems[id])) return held.hold()
    const invalidId = validate(ids)
    if (invalidId !== undefined) {
      if (invalidId === question) return focusInvalid(form.current)
      openedInvalidId.current = invalidId
      return onQuestion(invalidId)
    }
    if (next) return onQuestion(next.id)
    if (onResult) return onResult()
    run(async () => {
      draft.stop()
      const message = await onSubmit(toAnswers(questions, values))
      setFailure(message)
      if (message) draft.resume()
    })
  }

  useResubmitHeld(held, form)

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <FieldErrors value={Object.fromEntries(errors)}>
        {parts.map(({ title, intro, partQuestions }) => (
          <section
            key={title}
            className={styles.part}
            data-only={partQuestions.some(({ id }) => id === question) ? undefined : 'paper'}
          >
            <h3 data-only="paper">{t(title)}</h3>
            <p className={styles.intro} data-only={partQuestions[0]?.id === question ? undefined : 'paper'}>
              {t(intro)}
            </p>
            {partQuestions.map((partQuestion) => (
              <div key={partQuestion.id} data-only={partQuestion.id === question ? undefined : 'paper'}>
                <QuestionField
                  question={partQuestion}
                  texts={texts[partQuestion.id]}
                  value={values[partQuestion.id]}
                  check={checks?.[partQuestion.id]}
                  onChange={(value) => change(partQuestion.id, value)}
                />
              </div>
            ))}
          </section>
        ))}
      </FieldErrors>
      {children}
      {errors.length > 0 && <Notice tone="error">{t('survey.invalid', { count: errors.length })}</Notice>}
      {failure && <Notice tone="error">{t(failure)}</Notice>}
      {draft.state === 'failed' && <Notice tone="warning">{t('survey.draftFailed')}</Notice>}
      <PinnedActions>
        <SubmitButton next={next} isStored={onResult !== undefined} busy={busy || held?.isHeld === true} />
        <output className={styles.draft}>{draft.state === 'stored' && t('survey.draftKept')}</output>
      </PinnedActions>
    </form>
  )
}

const SubmitButton = ({
  next,
  isStored,
  busy,
}: {
  next: Question | undefined
  /** Whether the answers are already saved. */
  isStored: boolean
  busy: boolean
}) => {
  const t = useTranslate()
  const getLabel = () => {
    if (next) return t('steps.next')
    return isStored ? t('steps.toResult') : t('survey.submit')
  }
  return (
    <Button type="submit" busy={busy}>
      {getLabel()}
    </Button>
  )
}
