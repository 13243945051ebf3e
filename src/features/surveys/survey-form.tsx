import { useEffect, useRef, useState, type ReactNode, type SyntheticEvent } from 'react'
import { flushSync } from 'react-dom'
import type { Question } from '../../config/courses.ts'
import { isCheckQuestion } from '../../config/questions.ts'
import type { Answer } from '../../contract/shared-schemas.ts'
import type { ModuleTexts } from '../../i18n/course-catalogue.ts'
import type { MessageId } from '../../i18n/message-id.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FieldErrors } from '../../ui/form/field.tsx'
import { PinnedActions } from '../../ui/layout/pinned-actions.tsx'
import { useBusy } from '../../ui/use-busy.ts'
import { findErrors, toAnswers, type AnswerValues } from './answer-values.ts'
import type { Checks } from './given-answers.tsx'
import { QuestionField } from './question-field.tsx'
import styles from './survey.module.css'
import { useDraft } from './use-draft.ts'
import { useResubmitHeld, type HeldSubmit } from './use-held-submit.ts'

export type SurveyFormProps = {
  questions: readonly Question[]
  /** The id of the question on the screen. Paper shows all questions. */
  questionId: string | undefined
  texts: ModuleTexts['survey']
  /** The right options and the feedback of the check questions. */
  checks?: Checks | undefined
  values: AnswerValues
  onChange: (values: AnswerValues) => void
  /** Stores the draft on the device. Rejects if it could not be stored. */
  onDraft: (values: AnswerValues) => Promise<void>
  /** Shows another question. */
  onQuestion: (id: string) => void
  /** Shows the result of the module. Defined only if these answers are already saved. */
  onResult?: (() => void) | undefined
  /** Saves the answers. Resolves to the message of a failure, or to undefined. */
  onSubmit: (answers: Answer[]) => Promise<MessageId | undefined>
  /** Delays an invalid submit until the stored answers are read. Undefined if nothing has to be read. */
  heldSubmit?: HeldSubmit | undefined
  /** A decision that is needed before the answers can be saved. */
  children?: ReactNode
}

/**
 * Returns the value of `data-only`, an attribute that shows an element only on the screen or only on paper.
 * Paper always shows the element, the screen only if `isOnScreen`.
 */
const getDataOnly = (isOnScreen: boolean) => (isOnScreen ? undefined : 'paper')

/** Moves the focus to the first invalid control that is on the screen. */
const focusInvalid = (form: HTMLFormElement | null): void => {
  const invalidControls = [...(form?.querySelectorAll<HTMLElement>('[aria-invalid=true]') ?? [])]
  // A hidden control, which belongs to a question that only paper shows, has no rectangles.
  invalidControls.find((control) => control.getClientRects().length > 0)?.focus()
}

const SubmitButton = ({
  nextQuestion,
  isReady,
  isStored,
  busy,
}: {
  nextQuestion: Question | undefined
  /** Whether nothing is missing on the screen, and a check question has its right option. */
  isReady: boolean
  /** Whether the answers are already saved. */
  isStored: boolean
  busy: boolean
}) => {
  const t = useTranslate()
  const getLabel = () => {
    if (nextQuestion) return t('steps.next')
    return isStored ? t('steps.toResult') : t('survey.submit')
  }
  return (
    <Button type="submit" variant={isReady ? 'primary' : 'secondary'} busy={busy}>
      {getLabel()}
    </Button>
  )
}

type Part = { title: MessageId; intro: MessageId; questions: readonly Question[] }

/** Splits the questions of a module into those with a right option, and those that ask for reflection. */
const splitIntoParts = (questions: readonly Question[]): Part[] => [
  { title: 'survey.checks', intro: 'survey.checksIntro', questions: questions.filter(isCheckQuestion) },
  {
    title: 'survey.reflections',
    intro: 'survey.intro',
    questions: questions.filter((question) => !isCheckQuestion(question)),
  },
]

/**
 * The questions of a module, one at a time. Every input is stored as a draft. The answers are saved after the
 * last question. If an answer is invalid, its question is shown.
 */
export const SurveyForm = ({
  questions,
  questionId,
  texts,
  checks,
  values,
  onChange,
  onDraft,
  onQuestion,
  onResult,
  onSubmit,
  heldSubmit,
  children,
}: SurveyFormProps) => {
  const t = useTranslate()
  const form = useRef<HTMLFormElement>(null)
  /** The questions whose errors are shown: those that the coach has tried to leave. */
  const [checkedIds, setCheckedIds] = useState<readonly string[]>([])
  const { busy, run } = useBusy()
  const [failure, setFailure] = useState<MessageId>()
  const draft = useDraft(onDraft)
  const errors = findErrors(questions, values)
  const check = questionId === undefined ? undefined : checks?.[questionId]
  const isRight = questionId === undefined || check === undefined || values[questionId] === check.right
  const shownErrors = checkedIds.flatMap((id) => {
    const error = errors[id]
    return error ? [[id, t(error.message, error.values)] as const] : []
  })
  const index = questions.findIndex(({ id }) => id === questionId)
  const nextQuestion = questions[index + 1]

  /** The id of the invalid question that a submit has opened. Once shown, its control takes the focus. */
  const openedInvalidId = useRef<string>(undefined)
  useEffect(() => {
    if (questionId === undefined || openedInvalidId.current !== questionId) return
    openedInvalidId.current = undefined
    focusInvalid(form.current)
  }, [questionId])

  const change = (id: string, value: AnswerValues[string]) => {
    const newValues = { ...values, [id]: value }
    onChange(newValues)
    draft.write(newValues)
  }

  /** Shows the errors of questions. Returns the id of the first invalid question. */
  const validate = (ids: readonly string[]): string | undefined => {
    // The errors must be rendered before the focus moves to the first of them.
    flushSync(() => setCheckedIds((earlier) => [...new Set([...earlier, ...ids])]))
    return ids.find((id) => errors[id])
  }

  /** Shows the next question. After the last one, saves the answers, unless they are already saved. */
  const showNextOrSave = () => {
    if (nextQuestion) return onQuestion(nextQuestion.id)
    if (onResult) return onResult()
    return run(async () => {
      draft.stop()
      const message = await onSubmit(toAnswers(questions, values))
      setFailure(message)
      if (message) draft.resume()
    })
  }

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (busy) return
    // Before the last question, a submit only shows the next question.
    const ids = nextQuestion && questionId !== undefined ? [questionId] : questions.map(({ id }) => id)
    // The missing answer may be among the stored answers, which are still being read.
    const isInvalid = ids.some((id) => errors[id])
    if (isInvalid && heldSubmit?.canHold) return heldSubmit.hold()
    const invalidId = validate(ids)
    if (invalidId === undefined) return showNextOrSave()
    if (invalidId === questionId) return focusInvalid(form.current)
    openedInvalidId.current = invalidId
    return onQuestion(invalidId)
  }

  useResubmitHeld(heldSubmit, form)

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={submit}>
      <FieldErrors value={Object.fromEntries(shownErrors)}>
        {splitIntoParts(questions).map(({ title, intro, questions: partQuestions }) => (
          <section
            key={title}
            className={styles.part}
            data-only={getDataOnly(partQuestions.some(({ id }) => id === questionId))}
          >
            <h3 data-only="paper">{t(title)}</h3>
            <p className={styles.intro} data-only={getDataOnly(partQuestions[0]?.id === questionId)}>
              {t(intro)}
            </p>
            {partQuestions.map((partQuestion) => (
              <div key={partQuestion.id} data-only={getDataOnly(partQuestion.id === questionId)}>
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
      {/* The error of the question on the screen is above its control. */}
      {shownErrors.some(([id]) => id !== questionId) && (
        <Notice tone="error">{t('survey.invalid', { count: shownErrors.length })}</Notice>
      )}
      {failure && <Notice tone="error">{t(failure)}</Notice>}
      {draft.state === 'failed' && <Notice tone="warning">{t('survey.draftFailed')}</Notice>}
      <output className={styles.draft}>{draft.state === 'stored' && t('survey.draftKept')}</output>
      <PinnedActions>
        <SubmitButton
          nextQuestion={nextQuestion}
          isReady={questionId === undefined || (errors[questionId] === undefined && isRight)}
          isStored={onResult !== undefined}
          busy={busy || heldSubmit?.isHeld === true}
        />
      </PinnedActions>
    </form>
  )
}
