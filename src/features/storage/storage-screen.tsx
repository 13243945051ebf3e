import { useRef, type ReactNode } from 'react'
import { useLocale } from '../../i18n/use-locale.ts'
import { useTranslate } from '../../i18n/use-translate.ts'
import type { StorageKind, StorageUsage } from '../../offline/storage-usage.ts'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/layout/card.tsx'
import { Disclosure } from '../../ui/layout/disclosure.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { useFocusAfterRemoval } from '../../ui/use-focus-after-removal.ts'
import { SupportCode } from '../../ui/support-code.tsx'
import { Button } from '../../ui/button.tsx'
import { standaloneLinkClass } from '../../ui/standalone-link.ts'
import { LocaleLink } from '../../ui/locale-link.tsx'
import { notify } from '../../ui/feedback/notify.ts'
import { useBusy } from '../../ui/use-busy.ts'
import { Persistence } from './persistence.tsx'
import styles from './storage.module.css'
import { listUsedKinds } from './used-kinds.ts'

type Props = {
  /** A link to the parent of the page, for a signed-in coach. */
  parentLink?: ReactNode
  usage: StorageUsage
  /** Whether the browser has granted persistent storage, which it clears only if the coach asks for it. */
  isPersistent: boolean
  /** The number of entries that wait to be sent. */
  unsentCount: number
  /** The id of this device, if it has one. */
  device: string | undefined
  /** The modules that are at least partly on this device, each with its own buttons. */
  modules: ReactNode
  moduleCount: number
  /** Asks the browser for persistent storage. Resolves to true if it was granted. */
  onPersist: () => Promise<boolean>
  /** Removes stored files of a kind. `media`: videos and pictures. `words`: texts of other locales. */
  onRemove: (kind: 'media' | 'words') => Promise<void>
}

/**
 * The used space as a bar of coloured parts, one for each kind of data and as wide as its size. It is hidden
 * from screen readers, because the rows below contain the sizes as text.
 */
const UsageBar = ({ usage }: { usage: StorageUsage }) => (
  <div className={styles.picture} aria-hidden="true">
    {listUsedKinds(usage).map(({ kind, bytes }) => (
      <span key={kind} data-kind={kind} style={{ flexGrow: bytes }} />
    ))}
  </div>
)

type KindRowProps = {
  kind: StorageKind
  /** Undefined if the browser does not report the size. */
  bytes?: number | undefined
  note?: string
  /** The action that frees the space, or a link to the screen with this action. */
  children?: ReactNode
}

/** One kind of stored data: its size, its purpose, and the action on it. */
const KindRow = ({ kind, bytes, note, children }: KindRowProps) => {
  const t = useTranslate()
  const { code } = useLocale()
  return (
    <li className={styles.kind}>
      <div className={styles.line}>
        <h3 className={styles.kindName} data-kind={bytes === undefined ? undefined : kind}>
          {t(`storage.kind.${kind}`)}
        </h3>
        {bytes !== undefined && <p className={styles.bytes}>{formatSize(bytes, code)}</p>}
      </div>
      <div className={styles.line}>
        {note !== undefined && <p className={styles.note}>{note}</p>}
        {children}
      </div>
    </li>
  )
}

const RowLink = ({ to, label }: { to: string; label: string }) => (
  <LocaleLink to={to} className={standaloneLinkClass}>
    {label}
  </LocaleLink>
)

type RemoveButtonProps = Pick<Props, 'onRemove'> & {
  kind: 'media' | 'words'
  /** Undefined if the browser does not report the size. In this case, no button is shown. */
  bytes: number | undefined
}

/** A button that removes stored data of a kind. The app downloads it again when it is needed. */
const RemoveButton = ({ kind, bytes, onRemove }: RemoveButtonProps) => {
  const t = useTranslate()
  const name = t(`storage.kind.${kind}`)
  const { busy, run } = useBusy()
  const remove = async () => {
    try {
      await onRemove(kind)
      notify.success(t('storage.removed', { kind: name }))
    } catch {
      notify.error(t('error.unexpected'))
    }
  }
  if (bytes === undefined) return null
  return (
    <Button
      variant="secondary"
      busy={busy}
      aria-label={t('storage.removeOf', { kind: name })}
      onClick={() => run(remove)}
    >
      {t('storage.remove')}
    </Button>
  )
}

type KindListProps = Pick<Props, 'unsentCount' | 'modules' | 'moduleCount' | 'onRemove'> & {
  kinds: StorageUsage['kinds']
}

/** All kinds of stored data that may be on this device. */
const KindList = ({ kinds, unsentCount, modules, moduleCount, onRemove }: KindListProps) => {
  const t = useTranslate()
  return (
    <ul className={styles.kinds}>
      {moduleCount > 0 ? (
        <KindRow kind="modules" bytes={kinds.modules}>
          <Disclosure className={styles.modules} summary={t('storage.showModules', { count: moduleCount })}>
            {modules}
          </Disclosure>
        </KindRow>
      ) : (
        <KindRow kind="modules" bytes={0} note={t('storage.noModules')} />
      )}
      {/* Also shown if the size is undefined, because the browser may not report the size of stored data. */}
      {kinds.media !== 0 && (
        <KindRow kind="media" bytes={kinds.media} note={t('storage.note.media')}>
          <RemoveButton kind="media" bytes={kinds.media} onRemove={onRemove} />
        </KindRow>
      )}
      {kinds.words !== 0 && (
        <KindRow kind="words" bytes={kinds.words} note={t('storage.note.words')}>
          <RemoveButton kind="words" bytes={kinds.words} onRemove={onRemove} />
        </KindRow>
      )}
      {kinds.uploads !== 0 && (
        <KindRow kind="uploads" bytes={kinds.uploads} note={t('storage.note.uploads')}>
          <RowLink to="files" label={t('storage.toFiles')} />
        </KindRow>
      )}
      <KindRow
        kind="database"
        bytes={kinds.database}
        note={t('storage.note.database', { count: unsentCount })}
      >
        {unsentCount > 0 && <RowLink to="outbox" label={t('storage.toOutbox')} />}
      </KindRow>
      <KindRow kind="app" bytes={kinds.app} note={t('storage.note.app')} />
      {kinds.other !== undefined && (
        <KindRow kind="other" bytes={kinds.other} note={t('storage.note.other')} />
      )}
    </ul>
  )
}

/** Shows what this site stores on this device, and removes parts of it, but never unsent data. */
export const StorageScreen = ({
  parentLink,
  usage,
  isPersistent,
  unsentCount,
  device,
  modules,
  moduleCount,
  onPersist,
  onRemove,
}: Props) => {
  const t = useTranslate()
  const { code } = useLocale()
  const { used, quota } = usage
  const isVisitor = !parentLink
  const heading = useRef<HTMLHeadingElement>(null)
  // A row disappears together with its pressed button, so the focus moves to the heading.
  const onFocus = useFocusAfterRemoval(heading)
  const formatBytes = (bytes: number) => formatSize(bytes, code)
  return (
    <Page
      title={t('storage.title')}
      parentLink={parentLink}
      intro={t('storage.intro')}
      // A visitor sees the title and the width of a public page.
      isCompact={!isVisitor}
      wide={isVisitor}
    >
      <div className={classNames(styles.parts, isVisitor && styles.columns)}>
        <Card className={styles.usage}>
          <h2 ref={heading} tabIndex={-1} className={styles.used}>
            {used === undefined ? t('storage.usedUnknown') : t('storage.used', { used: formatBytes(used) })}
          </h2>
          {/* The bar shows only the used space. The text below it says how much space is free. */}
          <UsageBar usage={usage} />
          {used !== undefined && quota !== undefined && (
            <p className={styles.note}>
              {t('storage.free', { free: formatBytes(Math.max(0, quota - used)) })}
            </p>
          )}
          <div onFocus={onFocus}>
            <KindList
              kinds={usage.kinds}
              unsentCount={unsentCount}
              modules={modules}
              moduleCount={moduleCount}
              onRemove={onRemove}
            />
          </div>
        </Card>
        <div className={styles.parts}>
          <Persistence isPersistent={isPersistent} onPersist={onPersist} />
          <div className={styles.support}>
            {device !== undefined && <SupportCode device={device} />}
            <p>
              {/* Not a link of the router, because the page is outside the app. */}
              <span>{t('storage.repair')}</span> <a href="/recover">{t('storage.repairLink')}</a>
            </p>
          </div>
        </div>
      </div>
    </Page>
  )
}
