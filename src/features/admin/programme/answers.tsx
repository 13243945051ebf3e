import { useInfiniteQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../contract/product-api.ts'
import type { ModuleTexts } from '../../../i18n/course-catalogue.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import adminStyles from '../admin.module.css'
import { ChartWithTable } from './chart-with-table.tsx'
import type { writtenAnswersQuery } from './programme-queries.ts'
import styles from './programme.module.css'
import { useLocale } from '../../../i18n/use-locale.ts'
import { getDateFormat } from '../../../i18n/date-format.ts'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { WrittenText } from '../../../ui/written-text.tsx'
import { NextPage } from '../next-page.tsx'
import { localeName } from '../../../i18n/place-names.ts'

type AnsweredQuestion = ResponseOf<'programmeAnswers'>['questions'][number]

type Props = {
  module: ModuleTexts
  questions: readonly AnsweredQuestion[]
  /** Creates the query for the answers that coaches wrote to a question. */
  createAnswersQuery: (question: string) => ReturnType<typeof writtenAnswersQuery>
}

/** Shows the answers to the questions of a module: the share of each option, and what coaches wrote. */
export const Answers = ({ module, questions, createAnswersQuery }: Props) => {
  const t = useTranslate()
  return questions.map((question) => {
    const questionTexts = module.survey[question.question]
    const title = questionTexts?.question ?? question.question
    const answerCount = (
      <p className={adminStyles.count}>{t('admin.programme.answered', { count: question.answered })}</p>
    )
    if (question.kind === 'text')
      return (
        <section key={question.question} className={styles.breakdown} aria-label={title}>
          <h3>{title}</h3>
          {answerCount}
          {question.answered > 0 && <WrittenAnswers query={createAnswersQuery(question.question)} />}
        </section>
      )
    return (
      <ChartWithTable
        key={question.question}
        title={title}
        headings={{
          name: t('admin.programme.option'),
          amount: t('admin.programme.coaches'),
          share: t('admin.programme.share'),
        }}
        shape="rows"
        note={
          <>
            {answerCount}
            {question.kind === 'multiple' && (
              <p className={adminStyles.small}>{t('admin.programme.severalOptions')}</p>
            )}
          </>
        }
        rows={question.choices.map(({ choice, count: amount }, index) => ({
          key: choice,
          name: `${index + 1}. ${questionTexts?.options?.[choice] ?? choice}`,
          // The names of options are sentences, so the chart shows a number that the table explains.
          shortName: String(index + 1),
          amount,
          share: question.answered === 0 ? 0 : amount / question.answered,
        }))}
      />
    )
  })
}

/** Lists the answers that coaches wrote to a question, newest first, without their authors. */
const WrittenAnswers = ({ query: queryOptions }: { query: ReturnType<typeof writtenAnswersQuery> }) => {
  const t = useTranslate()
  const { code } = useLocale()
  const query = useInfiniteQuery(queryOptions)
  const answers = query.data?.pages.flatMap((page) => page.texts) ?? []
  const monthFormat = getDateFormat(code, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      {!query.data && !query.error && <Spinner label={t('common.loading')} />}
      <ul className={styles.texts}>
        {answers.map(({ id, text, month, locale }) => (
          <li key={id}>
            <WrittenText text={text} />
            <p className={adminStyles.small}>
              {`${localeName(locale, t)}, ${monthFormat.format(Date.parse(`${month}-01`))}`}
            </p>
          </li>
        ))}
      </ul>
      <NextPage query={query} />
    </>
  )
}
