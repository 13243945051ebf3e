import { createTimePhrases } from '../../i18n/time-phrases.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { GivenAnswers, ReplacedAnswers } from './given-answers.tsx'
import type { StoredAnswers } from './stored-answers.ts'
import type { SurveyFormProps } from './survey-form.tsx'

/** Shows where the stored answers are: on the server, still on this device, or refused by the server. */
const SurveyState = ({ storedAnswers }: { storedAnswers: StoredAnswers }) => {
  const t = useTranslate()
  const { code } = useLocale()
  if (storedAnswers.kind === 'answered') {
    const { answeredAt } = storedAnswers
    const date = answeredAt === null ? undefined : createTimePhrases(code, t).full(Date.parse(answeredAt))
    return (
      <Notice tone="success" title={t('survey.delivered')}>
        {date !== undefined && t('survey.deliveredAt', { date })}
      </Notice>
    )
  }
  if (storedAnswers.kind === 'waiting') {
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
        <LocaleLink to="outbox" className={standaloneLinkClass}>
          {t('survey.toOutbox')}
        </LocaleLink>
      </p>
    </Notice>
  )
}

/** Shows the given answers, where they are stored, and the button that opens the form to change them. */
export const StoredSurvey = ({
  storedAnswers,
  questions,
  texts,
  checks,
  onChange,
}: Pick<SurveyFormProps, 'questions' | 'texts' | 'checks'> & {
  storedAnswers: StoredAnswers
  /** Opens the form. */
  onChange: () => void
}) => {
  const t = useTranslate()
  return (
    <>
      <SurveyState storedAnswers={storedAnswers} />
      <Disclosure summary={t('survey.given')}>
        <GivenAnswers questions={questions} texts={texts} checks={checks} answers={storedAnswers.answers} />
        <div>
          <Button variant="secondary" onClick={onChange}>
            {t('survey.change')}
          </Button>
        </div>
      </Disclosure>
      {storedAnswers.kind === 'answered' && storedAnswers.replaced && (
        <ReplacedAnswers questions={questions} texts={texts} replaced={storedAnswers.replaced} />
      )}
    </>
  )
}
