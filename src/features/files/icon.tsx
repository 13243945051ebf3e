import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import styles from './icon.module.css'

/** Outlines in a box of 24 by 24, drawn in the colour of the surrounding text. */
const outlines = {
  add: 'M12 5v14M5 12h14',
  all: 'M4.5 4.5h15v15h-15zM8 12l3 3 5-6',
  close: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v10.5H9zM5.5 15V4.5H15',
  delete: 'M5 7h14M10 7V4.5h4V7m-7.5 0 .8 12.5h9.4L17.5 7m-7.3 3.5V16m3.6-5.5V16',
  download: 'M12 4v11m0 0-4-4m4 4 4-4M5 19.5h14',
  folder:
    'M3 6.5A1.5 1.5 0 0 1 4.5 5h4.6l2 2.3h8.4A1.5 1.5 0 0 1 21 8.8v8.7a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5z',
  more: 'M4.5 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M11.3 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0M18.1 12a.7.7 0 1 0 1.4 0 .7.7 0 1 0-1.4 0',
  move: 'M3 6.5A1.5 1.5 0 0 1 4.5 5h4.6l2 2.3h8.4A1.5 1.5 0 0 1 21 8.8v8.7a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 17.5zM8.5 13h7m0 0L13 10.5m2.5 2.5L13 15.5',
  next: 'M9 5l7 7-7 7',
  pause: 'M8.5 5.5v13M15.5 5.5v13',
  previous: 'M15 5l-7 7 7 7',
  private: 'M6 10.5h12v9H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5',
  protected: 'M3 12s3.4-5.5 9-5.5 9 5.5 9 5.5-3.4 5.5-9 5.5S3 12 3 12zM5 19 19 5',
  public:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c4.4 5 4.4 12 0 17M12 3.5c-4.4 5-4.4 12 0 17',
  record: 'M3.5 7h11.5v10H3.5zM15 11l5.5-3.5v9L15 13',
  rename: 'M4.5 19.5l1-4L16 5l3 3L8.5 18.5z',
  resume: 'M8.5 5.5v13l10-6.5z',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15 15l5 5',
  share:
    'M9 10.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.5 19c.3-3.3 2.4-5 5.5-5s5.2 1.7 5.5 5M15.5 4.8a3 3 0 0 1 0 5.5M17.2 14.3c2 .6 3.1 2.2 3.3 4.7',
  sort: 'M8 5v14m0 0-3.5-3.5M8 19l3.5-3.5M16 19V5m0 0-3.5 3.5M16 5l3.5 3.5',
} as const

export type IconName = keyof typeof outlines

/** The outline of an icon, for an `svg` of 24 by 24. */
export const Outline = ({ name }: { name: IconName }) => <path d={outlines[name]} />

/** An icon on a control. It is hidden from screen readers, because the control has a label. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg viewBox="0 0 24 24" width="24" height="24" className={styles.icon} aria-hidden="true">
    <Outline name={name} />
  </svg>
)

type IconButtonProps = ComponentProps<typeof Button> & {
  /** If undefined, the button shows its children. A spinner replaces the icon while the button is `busy`. */
  icon: IconName | undefined
  label: string
}

/** A button that shows only an icon. A screen reader reads its label, and a mouse shows it as a tooltip. */
export const IconButton = ({ icon, label, busy = false, className, children, ...rest }: IconButtonProps) => (
  <Button
    variant="quiet"
    {...rest}
    aria-label={label}
    title={icon && label}
    busy={busy}
    className={classNames(icon && styles.button, className)}
  >
    {icon && !busy ? <Icon name={icon} /> : children}
  </Button>
)
