import { useInfiniteQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../contract/product-api.ts'
import type { ModuleTexts } from '../../../i18n/course-catalogue.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import adminStyles from '../admin.module.css'
import { ChartWithTable } from './chart-with-table.tsx'
import type { textsQuery } from './programme-queries.ts'
import styles from './programme.module.css'
import { useLocale } from '../../../i18n/use-locale.ts'
import { dateFormat } from '../../../i18n/date-format.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { WrittenText } from '../../../ui/written-text.tsx'
import { NextPage } from '../next-page.tsx'
import { localeName } from '../place-names.ts'

type AnsweredQuestion = ResponseOf<'programmeAnswers'>['questions'][number]

type Props = {
  module: ModuleTexts
  questions: readonly AnsweredQuestion[]
  /** The query of the texts that coaches wrote for a question. */
  textsOf: (question: string) => ReturnType<typeof textsQuery>
}

/** The answers of a module: shares of the options, and the texts of coaches. */
export const Answers = ({ module, questions, textsOf }: Props) => {
  const t = useTranslate()
  return questions.map((question) => {
    const texts = module.survey[question.question]
    const title = texts?.question ?? question.question
    const count = (
      <p className={adminStyles.count}>{t('admin.programme.answered', { count: question.answered })}</p>
    )
    if (question.kind === 'text')
      return (
        <section key={question.question} className={styles.breakdown} aria-label={title}>
          <h3>{title}</h3>
          {count}
          {question.answered > 0 && <TextsOf query={textsOf(question.question)} />}
        </section>
      )
    return (
      <ChartWithTable
        key={question.question}
        title={title}
        heads={{
          name: t('admin.programme.option'),
          amount: t('admin.programme.coaches'),
          share: t('admin.programme.share'),
        }}
        shape="rows"
        note={
          <>
            {count}
            {question.kind === 'multiple' && (
              <p className={adminStyles.small}>{t('admin.programme.severalOptions')}</p>
            )}
          </>
        }
        rows={question.choices.map(({ choice, count: amount }, at) => ({
          key: choice,
          name: `${at + 1}. ${texts?.options?.[choice] ?? choice}`,
          // The names of options are sentences, so the chart shows a number that the table explains.
          short: String(at + 1),
          amount,
          share: question.answered === 0 ? 0 : amount / question.answered,
        }))}
      />
    )
  })
}

/** The texts of coaches, newest first, without their authors. */
const TextsOf = ({ query: options }: { query: ReturnType<typeof textsQuery> }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const query = useInfiniteQuery(options)
  const texts = query.data?.pages.flatMap((page) => page.texts) ?? []
  const month = dateFormat(code, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      {!query.data && !query.error && <Spinner label={t('common.loading')} />}
      <ul className={styles.texts}>
        {texts.map(({ id, text, month: at, locale }) => (
          <li key={id}>
            <WrittenText text={text} />
            <p className={adminStyles.small}>
              {`${localeName(locale, t)}, ${month.format(Date.parse(`${at}-01`))}`}
            </p>
          </li>
        ))}
      </ul>
      <NextPage query={query} />
    </>
  )
}
