import { useEffect, useRef, useState, type ReactNode } from 'react'
import { openQuestions } from '../../config/questions.ts'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { Button } from '../../ui/button.tsx'
import { valuesOf, type AnswerValues } from './answer-values.ts'
import { draftState, type Draft, type StoredAnswers } from './stored-answers.ts'
import { GivenAnswers, ReplacedAnswers, NewerAnswers } from './given-answers.tsx'
import { SurveyForm, type SurveyFormProps } from './survey-form.tsx'
import styles from './survey.module.css'
import { useLocale } from '../../i18n/use-locale.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Fold } from '../../ui/layout/fold.tsx'

/** Where the given answers are: on this device, on the server, or stuck. */
const SurveyState = ({ stored }: { stored: StoredAnswers }) => {
  const t = useTranslate()
  const { code } = useLocale()
  if (stored.kind === 'answered') {
    const at = stored.answeredAt
    const date = at !== null && createTimePhrases(code, t).full(Date.parse(at))
    return (
      <Notice tone="success" title={t('survey.delivered')}>
        {date && t('survey.deliveredAt', { date })}
      </Notice>
    )
  }
  if (stored.kind === 'waiting') {
    return (
      <Notice tone="success" title={t('survey.saved')}>
        {t('survey.savedBody')}
      </Notice>
    )
  }
  return (
    <Notice tone="warning">
      <p>{t('survey.needsYou')}</p>
      <p>
        <LocaleLink to="outbox" className={aloneLink}>
          {t('survey.toOutbox')}
        </LocaleLink>
      </p>
    </Notice>
  )
}

type Props = Omit<SurveyFormProps, 'values' | 'onChange' | 'onDraft' | 'children'> & {
  stored: StoredAnswers | undefined
  /** Reads the stored answers again: another tab may have saved answers without notifying this one. */
  readStored: () => Promise<StoredAnswers | undefined>
  /** An earlier draft that was not saved. */
  draft: Draft | undefined
  /** The next step, for a coach who has answered. */
  onward: ReactNode
  /** Stores the draft on the device; rejects if it could not be stored. */
  onDraft: (draft: Draft) => Promise<void>
  onDiscard: () => Promise<void>
}

/** The survey of a module: the form, or the given answers and where they are stored. */
export const Survey = ({
  stored,
  readStored,
  draft,
  texts,
  checks,
  onward,
  onDraft,
  onDiscard,
  onSubmit,
  ...form
}: Props) => {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const newer = useRef<HTMLDivElement>(null)
  const { questions } = form
  const given = valuesOf(questions, stored?.answers ?? [])
  const [begun, setBegun] = useState(draft)
  const [typedHere, setTypedHere] = useState(false)
  const state = begun && draftState(questions, begun, stored)
  if (state === 'saved') setBegun(undefined)
  // If answers of the server arrive late, they do not replace the form of a coach who is typing.
  const shown = begun ?? { values: given, base: given }
  const isOutdated = state === 'outdated'
  const hasNewQuestions =
    stored !== undefined && openQuestions({ survey: questions }, stored.answers).length > 0

  // The notice is at the end of the form. It is not scrolled to while the page opens, because the coach came
  // for the page's first view.
  useEffect(() => {
    if (isOutdated && typedHere) newer.current?.scrollIntoView({ block: 'nearest' })
  }, [isOutdated, typedHere])

  const change = (values: AnswerValues) => {
    setTypedHere(true)
    setBegun({ values, base: shown.base })
  }
  /** Lets the draft replace the current answers. */
  const continueDraft = () => {
    const continued = { values: shown.values, base: given }
    setBegun(continued)
    heading.current?.focus({ preventScroll: true })
    // If it cannot be stored, the coach is asked again next time.
    onDraft(continued).catch(() => undefined)
  }
  const end = () => {
    setBegun(undefined)
    heading.current?.focus({ preventScroll: true })
    // Shows what follows as well: the notice, and the next step.
    heading.current?.scrollIntoView({ block: 'start' })
  }
  const submit: SurveyFormProps['onSubmit'] = async (answers) => {
    const latest = await readStored()
    if (draftState(questions, shown, latest) === 'outdated') return 'survey.decideFirst'
    const failure = await onSubmit(answers)
    if (!failure) end()
    return failure
  }

  return (
    <section className={styles.survey} aria-labelledby="survey">
      <h2 id="survey" ref={heading} tabIndex={-1}>
        {t('survey.title')}
      </h2>
      {hasNewQuestions && <Notice tone="info">{t('survey.newQuestions')}</Notice>}
      {stored && !begun && !hasNewQuestions ? (
        <>
          <SurveyState stored={stored} />
          <div data-only="screen">{onward}</div>
          <Fold summary={t('survey.given')}>
            <GivenAnswers questions={questions} texts={texts} checks={checks} answers={stored.answers} />
            <div>
              <Button variant="secondary" onClick={() => setBegun({ values: given, base: given })}>
                {t('survey.change')}
              </Button>
            </div>
          </Fold>
          {stored.kind === 'answered' && stored.replaced && (
            <ReplacedAnswers questions={questions} texts={texts} replaced={stored.replaced} />
          )}
        </>
      ) : (
        <SurveyForm
          {...form}
          // A new base removes the message that asked for a decision.
          key={JSON.stringify(shown.base)}
          texts={texts}
          checks={checks}
          values={shown.values}
          onChange={change}
          onDraft={(values) => onDraft({ values, base: shown.base })}
          onSubmit={submit}
        >
          {stored && isOutdated && (
            <div ref={newer}>
              <NewerAnswers
                questions={questions}
                texts={texts}
                stored={stored}
                onContinue={continueDraft}
                // A tab that is closed right after it said so must not have kept the draft.
                onDiscard={() => onDiscard().then(end)}
              />
            </div>
          )}
        </SurveyForm>
      )}
    </section>
  )
}
