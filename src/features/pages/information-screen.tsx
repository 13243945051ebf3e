import type { PageTexts } from '../../i18n/page-catalogue.ts'
import { Page } from '../../ui/layout/page.tsx'
import styles from './pages.module.css'

/** One information page: titled sections of text. */
export const InformationScreen = ({ texts }: { texts: PageTexts }) => (
  <Page title={texts.title}>
    {texts.sections.map(({ id, heading, paragraphs }) => (
      <section key={heading} id={id} className={styles.section}>
        <h2>{heading}</h2>
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </section>
    ))}
  </Page>
)
