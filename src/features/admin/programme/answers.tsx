import type { ResponseOf } from '../../../contract/product-api.ts'
import type { ModuleTexts } from '../../../i18n/course-catalogue.ts'
import { useTranslate } from '../../../i18n/use-translate.ts'
import adminStyles from '../admin.module.css'
import { PictureWithTable } from './picture-with-table.tsx'
import type { textsQuery } from './programme-queries.ts'
import { TextsOf } from './texts-of.tsx'
import styles from './programme.module.css'

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
      <PictureWithTable
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
