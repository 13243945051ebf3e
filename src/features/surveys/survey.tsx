import { useEffect, useRef, useState, type ReactNode } from 'react'
import { findUnansweredQuestions } from '../../config/questions.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { toAnswerValues, type AnswerValues } from './answer-values.ts'
import { NewerAnswers, UnsavedDraft } from './draft-notices.tsx'
import { getDraftState, type Draft, type StoredAnswers } from './stored-answers.ts'
import { StoredSurvey } from './stored-survey.tsx'
import { SurveyForm, type SurveyFormProps } from './survey-form.tsx'
import styles from './survey.module.css'
import { useHeldSubmit } from './use-held-submit.ts'

/**
 * Returns the only medium that shows a part of the page, or undefined if both show it. A part that neither
 * medium shows is not rendered.
 */
const getOnlyMedium = ({
  screen,
  paper,
}: {
  screen: boolean
  paper: boolean
}): 'screen' | 'paper' | undefined => {
  if (screen && paper) return undefined
  return screen ? 'screen' : 'paper'
}

/** The props of the form that `Survey` sets itself. */
type OwnFormProps = 'values' | 'onChange' | 'onDraft' | 'onResult' | 'heldSubmit' | 'children'

type Props = Omit<SurveyFormProps, OwnFormProps> & {
  /** Whether the screen shows the result, not a question. */
  isResult: boolean
  storedAnswers: StoredAnswers | undefined
  /** Whether there may be stored answers that have not been read yet. */
  isReading: boolean
  /** Reads the stored answers from the device. Another tab may have saved answers unnoticed. */
  readStored: () => Promise<StoredAnswers | undefined>
  /** An earlier draft that was not saved. */
  draft: Draft | undefined
  /** The next step, for a coach who has answered. */
  nextStep: ReactNode
  /** Stores the draft on the device. Rejects if it could not be stored. */
  onDraft: (draft: Draft) => Promise<void>
  /** Removes the draft from the device. */
  onDiscard: () => Promise<void>
  /** Shows the result of the module. */
  onResult: () => void
}

/**
 * The survey of a module: one question of the form, or the given answers and where they are stored. Paper
 * shows the given answers or, if there are none, the whole form. A draft remembers the stored answers that it
 * began with (its `base`). If other answers have been stored since, for example on another phone, the coach
 * decides which to keep.
 */
export const Survey = ({
  questionId,
  isResult,
  storedAnswers,
  isReading,
  readStored,
  draft,
  texts,
  checks,
  nextStep,
  onDraft,
  onDiscard,
  onSubmit,
  onQuestion,
  onResult,
  ...form
}: Props) => {
  const t = useTranslate()
  const newerNotice = useRef<HTMLDivElement>(null)
  const { questions } = form
  const storedValues = toAnswerValues(questions, storedAnswers?.answers ?? [])
  /** The draft in the form, or undefined while the form shows the stored answers, or is empty. */
  const [openDraft, setOpenDraft] = useState(draft)
  const [hasTyped, setHasTyped] = useState(false)
  const draftState = openDraft && getDraftState(questions, openDraft, storedAnswers)
  // Sets state while rendering, which React allows, so that a saved draft is never shown as unsaved.
  if (draftState === 'saved') setOpenDraft(undefined)
  // If the server's answers arrive late, they do not replace what a coach is typing.
  const formDraft = openDraft ?? { values: storedValues, base: storedValues }
  const isOutdated = draftState === 'outdated'
  const hasNewQuestions =
    storedAnswers !== undefined &&
    findUnansweredQuestions({ survey: questions }, storedAnswers.answers).length > 0

  // The notice is at the end of the form. The page scrolls to it only for a coach who has typed, not when the
  // form opens.
  useEffect(() => {
    if (isOutdated && hasTyped) newerNotice.current?.scrollIntoView({ block: 'nearest' })
  }, [isOutdated, hasTyped])

  // With a draft there is nothing to wait for, because the draft stays in the form, whatever the stored
  // answers are.
  const heldSubmit = useHeldSubmit(questionId, isReading && !openDraft)
  const change = (values: AnswerValues) => {
    heldSubmit.release()
    setHasTyped(true)
    setOpenDraft({ values, base: formDraft.base })
  }
  /** Lets an outdated draft replace the stored answers, which become its base. */
  const continueDraft = () => {
    const continuedDraft = { values: formDraft.values, base: storedValues }
    setOpenDraft(continuedDraft)
    // If the draft cannot be stored, the coach is asked again the next time.
    onDraft(continuedDraft).catch(() => undefined)
  }
  /** Shows the stored answers in place of the form. */
  const closeForm = () => {
    setOpenDraft(undefined)
    onResult()
  }
  const discardDraft = async () => {
    // The form closes only after the draft was removed, because the coach may close the tab right then.
    await onDiscard()
    closeForm()
  }
  const showFirstQuestion = () => onQuestion(questions[0]?.id ?? '')
  const submit: SurveyFormProps['onSubmit'] = async (answers) => {
    const latestAnswers = await readStored()
    if (getDraftState(questions, formDraft, latestAnswers) === 'outdated') return 'survey.decideFirst'
    const failure = await onSubmit(answers)
    if (!failure) closeForm()
    return failure
  }

  // Nothing is left to fill in or to save.
  const isStored = storedAnswers !== undefined && !openDraft && !hasNewQuestions
  const isQuestion = questionId !== undefined
  return (
    <>
      {isResult && (
        <div className={styles.result} data-only="screen">
          {nextStep}
        </div>
      )}
      {isResult && storedAnswers && openDraft && (
        <UnsavedDraft onContinue={showFirstQuestion} onDiscard={discardDraft} />
      )}
      {storedAnswers && (isResult || isStored) && (
        <div className={styles.result} data-only={getOnlyMedium({ screen: isResult, paper: isStored })}>
          <StoredSurvey
            storedAnswers={storedAnswers}
            questions={questions}
            texts={texts}
            checks={checks}
            onChange={() => {
              // If there is an open draft, it is continued, because it contains the last input.
              setOpenDraft(formDraft)
              showFirstQuestion()
            }}
          />
        </div>
      )}
      {(isQuestion || !isStored) && (
        <div className={styles.survey} data-only={getOnlyMedium({ screen: isQuestion, paper: !isStored })}>
          {hasNewQuestions && <Notice tone="info">{t('survey.newQuestions')}</Notice>}
          <SurveyForm
            {...form}
            // With a new base, the form starts again without the message that asks for a decision.
            key={JSON.stringify(formDraft.base)}
            questionId={questionId}
            texts={texts}
            checks={checks}
            values={formDraft.values}
            onChange={change}
            onDraft={(values) => onDraft({ values, base: formDraft.base })}
            onQuestion={onQuestion}
            onSubmit={submit}
            heldSubmit={heldSubmit}
            onResult={isStored ? onResult : undefined}
          >
            {storedAnswers && isOutdated && (
              <div ref={newerNotice}>
                <NewerAnswers
                  questions={questions}
                  texts={texts}
                  storedAnswers={storedAnswers}
                  onContinue={continueDraft}
                  onDiscard={discardDraft}
                />
              </div>
            )}
          </SurveyForm>
        </div>
      )}
    </>
  )
}
