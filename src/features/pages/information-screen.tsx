import { Fragment } from 'react'
import type { PageId } from '../../config/pages.ts'
import type { PageTexts } from '../../i18n/page-catalogue.ts'
import { formatDay } from '../../i18n/local-day.ts'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import { buttonClass } from '../../ui/button.tsx'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { AddressRow, LinkRow, RowList } from '../../ui/layout/row-list.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { classNames } from '../../ui/class-names.ts'
import prose from '../../ui/layout/prose.module.css'
import styles from './pages.module.css'

/** The capturing group makes `split` return the email addresses, too: every second part is one. */
const emailPattern = /([\w.-]+@[\w-]+(?:\.[\w-]+)+)/

/** A paragraph whose email addresses are links. */
const Paragraph = ({ text }: { text: string }) => {
  const elements = text.split(emailPattern).map((part, index) => {
    const isEmail = index % 2 === 1
    const element = isEmail ? (
      <a href={`mailto:${part}`}>
        <span className={styles.address}>{part}</span>
      </a>
    ) : (
      <span>{part}</span>
    )
    // oxlint-disable-next-line react/no-array-index-key -- the parts never move, and two may be equal
    return <Fragment key={index}>{element}</Fragment>
  })
  return <p>{elements}</p>
}

type SectionLink = NonNullable<PageTexts['sections'][number]['links']>[number]

/** A row for a link below a section: to a page, or to an email address. */
const SectionLinkRow = ({ to, ...content }: SectionLink) => {
  const address = /^mailto:(.+)/.exec(to)?.[1]
  return address === undefined ? (
    <LinkRow to={to} {...content} />
  ) : (
    <AddressRow address={address} note={content.note} />
  )
}

/**
 * Returns the least number of sections for which a page starts with a list of them. A shorter list would take
 * more room than it saves. Legal texts (`updated`) need fewer, because their sections are long, and most readers
 * look for one of them.
 */
const getMinListedSections = ({ updated }: PageTexts): number => (updated === undefined ? 6 : 4)

/**
 * Links to the sections of a long page: in a fold, or on a wide screen open beside the text. Both are in the
 * document and the style sheet shows one of them, because a prerendered page does not know how wide the screen is.
 */
const Contents = ({ sections }: { sections: readonly { id: string; heading: string }[] }) => {
  const t = useTranslate()
  const links = (
    <ul>
      {sections.map(({ id, heading }) => (
        <li key={id}>
          <a href={`#${id}`}>{heading}</a>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label={t('pages.contents')} className={styles.contents} data-only="screen">
      <Disclosure summary={t('pages.contents')} className={styles.folded}>
        {links}
      </Disclosure>
      <div className={styles.open}>
        <p className={styles.contentsTitle}>{t('pages.contents')}</p>
        {links}
      </div>
    </nav>
  )
}

/** A picture of the people in the films. Decorative, because the text says for whom the programme is. */
const Team = () => (
  <img
    className={styles.team}
    src="/thumbnails/team.webp"
    width={1280}
    height={480}
    alt=""
    data-only="screen"
  />
)

/** The link at the end of the page about the programme: to sign up or, for a coach, to the courses. */
const NextStep = ({ isSignedIn }: { isSignedIn: boolean }) => {
  const t = useTranslate()
  return (
    <LocaleLink
      to={isSignedIn ? t('coursesHomeSlug') : 'sign-up'}
      className={buttonClass('primary', styles.nextStep)}
    >
      {t(isSignedIn ? 'home.toCourses' : 'home.signUp')}
    </LocaleLink>
  )
}

type Props = { id: PageId; texts: PageTexts; isSignedIn: boolean }

/** One information page: titled sections of text, with a list of them if there are many. */
export const InformationScreen = ({ id, texts, isSignedIn }: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { updated } = texts
  // A section without an id gets one, for the links of the list.
  const sections = texts.sections.map((section, index) => ({ ...section, id: section.id ?? `s${index + 1}` }))
  const isListed = sections.length >= getMinListedSections(texts)
  return (
    <Page
      title={texts.title}
      // Without a list beside them, the sections are in two columns.
      wide={!isListed}
      {...(id === 'about' && { media: <Team /> })}
      {...(updated !== undefined && { intro: t('pages.updated', { date: formatDay(code, updated) }) })}
    >
      {isListed && <Contents sections={sections} />}
      <div className={classNames(styles.text, !isListed && styles.columns)}>
        {sections.map(({ id: sectionId, heading, paragraphs, points, links }) => (
          <section key={sectionId} id={sectionId} className={classNames(styles.section, prose.prose)}>
            {/* `tabIndex`, because a link to the section moves the focus to its heading. */}
            <h2 tabIndex={-1}>{heading}</h2>
            {paragraphs.map((paragraph) => (
              <Paragraph key={paragraph} text={paragraph} />
            ))}
            {points && (
              <ul className={styles.points}>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            )}
            {links && (
              <RowList>
                {links.map((link) => (
                  <SectionLinkRow key={link.to} {...link} />
                ))}
              </RowList>
            )}
          </section>
        ))}
        {id === 'about' && <NextStep isSignedIn={isSignedIn} />}
      </div>
    </Page>
  )
}
