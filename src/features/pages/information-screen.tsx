import type { PageTexts } from '../../i18n/page-catalogue.ts'
import { Page } from '../../ui/layout/page.tsx'
import { classNames } from '../../ui/class-names.ts'
import prose from '../../ui/layout/prose.module.css'
import styles from './pages.module.css'

/** `split` includes what the capturing group matched: the email addresses. */
const emailPattern = /([\w.-]+@[\w-]+(?:\.[\w-]+)+)/

/** A paragraph in which email addresses are links. */
const Paragraph = ({ text }: { text: string }) => (
  <p>
    {text.split(emailPattern).map((part, index) =>
      // Every second part is an email address. The parts never move, and two may be equal.
      index % 2 === 0 ? (
        <span key={index}>{part}</span>
      ) : (
        <a key={index} href={`mailto:${part}`}>
          <span className={styles.address}>{part}</span>
        </a>
      ),
    )}
  </p>
)

/** One information page: titled sections of text. */
export const InformationScreen = ({ texts }: { texts: PageTexts }) => (
  <Page title={texts.title}>
    {texts.sections.map(({ id, heading, paragraphs }) => (
      <section key={heading} id={id} className={classNames(styles.section, prose.prose)}>
        {/* A link to the section moves the focus to its heading. */}
        <h2 tabIndex={-1}>{heading}</h2>
        {paragraphs.map((paragraph) => (
          <Paragraph key={paragraph} text={paragraph} />
        ))}
      </section>
    ))}
  </Page>
)
