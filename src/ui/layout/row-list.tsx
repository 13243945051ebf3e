import { useId, type ComponentProps, type ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { LocaleLink } from '../locale-link.tsx'
import { rowArrowClass } from './row-arrow.ts'
import styles from './row-list.module.css'

/** A card of rows. Each row links to a page or runs one action. */
export const RowList = ({ title, children }: { title?: string; children: ReactNode }) => {
  const id = useId()
  return (
    <div className={styles.group}>
      {title !== undefined && (
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
      )}
      <ul className={styles.rows} aria-labelledby={title === undefined ? undefined : id}>
        {children}
      </ul>
    </div>
  )
}

type RowProps = {
  /** The shapes of an icon, in a square of 24 units. */
  icon?: ReactNode
  label: string
  /** The current value, or what the row is for. */
  note?: ReactNode
  /** Whether the note asks the coach to act. */
  needsAction?: boolean
  /** A less visible style, for an action that is rare and must not happen by accident. */
  quiet?: boolean
}

const RowContent = ({ icon, label, note, needsAction = false }: RowProps) => (
  <>
    {icon !== undefined && (
      <svg className={styles.icon} viewBox="0 0 24 24" aria-hidden="true">
        {icon}
      </svg>
    )}
    <span className={styles.words}>
      <span className={styles.label}>{label}</span>
      {note !== undefined && (
        <span className={classNames(styles.note, needsAction && styles.needsAction)}>{note}</span>
      )}
    </span>
  </>
)

const getRowClass = (quiet = false) => classNames(styles.row, quiet && styles.quiet)

/** A row that links to a page. */
export const LinkRow = ({
  icon,
  label,
  note,
  needsAction = false,
  quiet = false,
  ...link
}: RowProps & Pick<ComponentProps<typeof LocaleLink>, 'id' | 'to' | 'search' | 'viewTransition'>) => (
  <li>
    <LocaleLink {...link} className={classNames(getRowClass(quiet), rowArrowClass)}>
      <RowContent icon={icon} label={label} note={note} needsAction={needsAction} />
    </LocaleLink>
  </li>
)

/** A row that links to an email address, which another app opens. */
export const AddressRow = ({ address, ...content }: Omit<RowProps, 'label'> & { address: string }) => (
  <li>
    <a href={`mailto:${address}`} className={classNames(getRowClass(), rowArrowClass, styles.address)}>
      <RowContent {...content} label={address} />
    </a>
  </li>
)

/** A row that acts immediately, or opens a dialog, which is its child. */
export const ActionRow = ({
  onPress,
  quiet = false,
  className,
  children,
  ...content
}: RowProps & { onPress: () => void; className?: string | undefined; children?: ReactNode }) => (
  <li className={className}>
    <button type="button" className={getRowClass(quiet)} onClick={onPress}>
      <RowContent {...content} />
    </button>
    {children}
  </li>
)
