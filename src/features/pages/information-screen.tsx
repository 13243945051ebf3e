import type { PageWords } from '../../i18n/page-words.ts'
import { Page } from '../../ui/layout/page.tsx'
import styles from './pages.module.css'

/** One information page: titled sections of text. */
export const InformationScreen = ({ words }: { words: PageWords }) => (
  <Page title={words.title}>
    {words.sections.map(({ id, heading, paragraphs }) => (
      <section key={heading} id={id} className={styles.section}>
        <h2>{heading}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    ))}
  </Page>
)
