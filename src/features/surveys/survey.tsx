import { useRef, useState, type ReactNode } from 'react'
import { openQuestions } from '../../config/questions.ts'
import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { aloneLink } from '../../ui/alone-link.ts'
import { Button } from '../../ui/button.tsx'
import { valuesOf, type AnswerValues } from './answer-values.ts'
import { GivenAnswers } from './given-answers.tsx'
import type { StoredAnswers } from './stored-answers.ts'
import { ReplacedAnswers } from './replaced-answers.tsx'
import { SurveyForm, type SurveyFormProps } from './survey-form.tsx'
import styles from './survey.module.css'
import { useLocale } from '../../i18n/use-locale.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Fold } from '../../ui/layout/fold.tsx'

/** Where the given answers are: on this device, with the server, or stuck. */
const SurveyState = ({ stored }: { stored: StoredAnswers }) => {
  const t = useTranslate()
  const { code } = useLocale()
  if (stored.is === 'answered') {
    const at = stored.answeredAt
    const date = at !== null && createTimePhrases(code, t).full(Date.parse(at))
    return (
      <Notice tone="success" title={t('survey.delivered')}>
        {date && t('survey.deliveredAt', { date })}
      </Notice>
    )
  }
  if (stored.is === 'waiting') {
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

/** The survey of a module: the form, or the answers that were given and where they are. */
export const Survey = ({
  stored,
  draft,
  texts,
  checks,
  onward,
  onDraft,
  onSubmit,
  ...form
}: Omit<SurveyFormProps, 'initial'> & {
  stored: StoredAnswers | undefined
  /** What was begun before and not saved. */
  draft: AnswerValues | undefined
  /** What comes next, for who has answered. */
  onward: ReactNode
}) => {
  const t = useTranslate()
  const heading = useRef<HTMLHeadingElement>(null)
  const [begun, setBegun] = useState(draft)
  const [editing, setEditing] = useState(draft !== undefined)
  const hasNewQuestions =
    stored !== undefined && openQuestions({ survey: form.questions }, stored.answers).length > 0

  // Answers of the server that arrive late do not take the form away from a coach who is typing.
  const write: SurveyFormProps['onDraft'] = (values) => {
    setEditing(true)
    return onDraft(values)
  }
  const submit: SurveyFormProps['onSubmit'] = async (answers) => {
    const failure = await onSubmit(answers)
    if (failure) return failure
    setBegun(undefined)
    setEditing(false)
    heading.current?.focus({ preventScroll: true })
    // What follows is to be seen with it: the notice, and what comes next.
    heading.current?.scrollIntoView({ block: 'start' })
    return undefined
  }

  return (
    <section className={styles.survey} aria-labelledby="survey">
      <h2 id="survey" ref={heading} tabIndex={-1}>
        {t('survey.title')}
      </h2>
      {hasNewQuestions && <Notice tone="info">{t('survey.newQuestions')}</Notice>}
      {stored && !editing && !hasNewQuestions ? (
        <>
          <SurveyState stored={stored} />
          {onward}
          <Fold lazy summary={t('survey.given')}>
            <GivenAnswers questions={form.questions} texts={texts} checks={checks} answers={stored.answers} />
            <div>
              <Button variant="secondary" onClick={() => setEditing(true)}>
                {t('survey.change')}
              </Button>
            </div>
          </Fold>
          {stored.is === 'answered' && stored.replaced && (
            <ReplacedAnswers questions={form.questions} texts={texts} replaced={stored.replaced} />
          )}
        </>
      ) : (
        <SurveyForm
          {...form}
          texts={texts}
          checks={checks}
          initial={begun ?? valuesOf(form.questions, stored?.answers ?? [])}
          onDraft={write}
          onSubmit={submit}
        />
      )}
    </section>
  )
}
