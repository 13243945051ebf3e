import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { StoredAnswers } from './stored-answers.ts'

/** Where the given answers are: on this device, with the server, or stuck. */
export const SurveyState = ({ stored }: { stored: StoredAnswers }) => {
  const t = useTranslate()
  const { code } = useLocale()
  if (stored.is === 'answered') {
    const at = stored.answeredAt === null ? undefined : new Date(stored.answeredAt)
    const date = at?.toLocaleString(code, { dateStyle: 'long', timeStyle: 'short' })
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
        <LocaleLink to="outbox">{t('survey.toOutbox')}</LocaleLink>
      </p>
    </Notice>
  )
}
