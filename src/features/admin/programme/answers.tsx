import { useInfiniteQuery } from '@tanstack/react-query'
import type { ResponseOf } from '../../../contract/product-api.ts'
import type { ModuleTexts, QuestionTexts } from '../../../i18n/course-catalogue.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { useLocale } from '../../../i18n/use-locale.ts'
import { getDateFormat } from '../../../i18n/date-format.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { WrittenText } from '../../../ui/written-text.tsx'
import { formatLocaleName } from '../../../i18n/place-names.ts'
import { useCanCall } from '../admin-identity.ts'
import { getRequiredRole } from '../admin-pages.ts'
import adminStyles from '../admin.module.css'
import { NextPageButton } from '../next-page-button.tsx'
import { roleNames } from '../roles/role-names.ts'
import { BarTable } from './bar-table.tsx'
import type { writtenAnswersQuery } from './programme-queries.ts'
import styles from './programme.module.css'

type AnsweredQuestion = ResponseOf<'programmeAnswers'>['questions'][number]

type QuestionProps = {
  question: AnsweredQuestion
  /** The texts of the question, or undefined if this version does not know it. */
  texts: QuestionTexts | undefined
}

const AnswerCount = ({ question }: Pick<QuestionProps, 'question'>) => {
  const t = useTranslate()
  return <p className={adminStyles.count}>{t('admin.programme.answered', { count: question.answered })}</p>
}

/** Shows the share of coaches who chose each option of a question. Ids replace texts that are not known. */
const OptionAnswers = ({ question, texts }: QuestionProps) => {
  const t = useTranslate()
  const { answered, choices } = question
  return (
    <BarTable
      // `question.question` is the id of the question.
      title={texts?.question ?? question.question}
      headings={{
        name: t('admin.programme.option'),
        amount: t('admin.programme.coaches'),
        share: t('admin.programme.share'),
      }}
      note={
        <>
          <AnswerCount question={question} />
          {question.kind === 'multiple' && (
            <p className={adminStyles.small}>{t('admin.programme.severalOptions')}</p>
          )}
        </>
      }
      rows={choices.map(({ choice, count: amount }) => ({
        key: choice,
        name: texts?.options?.[choice] ?? choice,
        amount,
        share: answered === 0 ? 0 : amount / answered,
      }))}
    />
  )
}

type WrittenAnswersProps = { query: ReturnType<typeof writtenAnswersQuery> }

/** Lists the answers that coaches wrote to a question, newest first, without their authors. */
const WrittenAnswers = ({ query: queryOptions }: WrittenAnswersProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  const query = useInfiniteQuery(queryOptions)
  const answers = query.data?.pages.flatMap((page) => page.texts) ?? []
  // The server gives only the month of an answer, for example 2026-05.
  const monthFormat = getDateFormat(code, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return (
    <>
      {!query.data && !query.error && <Spinner label={t('common.loading')} />}
      <ul className={styles.texts}>
        {answers.map(({ id, text, month, locale }) => (
          <li key={id}>
            <WrittenText text={text} />
            <p className={adminStyles.small}>
              {`${formatLocaleName(locale, t)}, ${monthFormat.format(Date.parse(`${month}-01`))}`}
            </p>
          </li>
        ))}
      </ul>
      <NextPageButton query={query} />
    </>
  )
}

/** Shows what coaches wrote to a question without options. */
const TextAnswers = ({ question, texts, query }: QuestionProps & WrittenAnswersProps) => {
  const t = useTranslate()
  const canCall = useCanCall()
  const title = texts?.question ?? question.question
  const role = t(roleNames[getRequiredRole('programmeTexts')])
  return (
    <section className={styles.breakdown} aria-label={title}>
      <h3>{title}</h3>
      <AnswerCount question={question} />
      {question.answered > 0 &&
        (canCall('programmeTexts') ? (
          <WrittenAnswers query={query} />
        ) : (
          <p className={adminStyles.small}>{t('admin.programme.textsNeedRole', { role })}</p>
        ))}
    </section>
  )
}

type Props = {
  module: ModuleTexts
  questions: readonly AnsweredQuestion[]
  /** Returns the query for the answers that coaches wrote to a question. */
  createAnswersQuery: (questionId: string) => WrittenAnswersProps['query']
}

/** Shows the answers to the questions of a module: the share of each option, and what coaches wrote. */
export const Answers = ({ module, questions, createAnswersQuery }: Props) => {
  const t = useTranslate()
  if (questions.every(({ answered }) => answered === 0))
    return <EmptyState title={t('admin.programme.noAnswers')} />
  return (
    <div className={styles.breakdowns}>
      {questions.map((question) => {
        const { question: questionId, kind } = question
        const texts = module.survey[questionId]
        return kind === 'text' ? (
          <TextAnswers
            key={questionId}
            question={question}
            texts={texts}
            query={createAnswersQuery(questionId)}
          />
        ) : (
          <OptionAnswers key={questionId} question={question} texts={texts} />
        )
      })}
    </div>
  )
}
