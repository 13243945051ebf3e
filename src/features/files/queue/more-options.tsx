import { useId, useState, type ReactNode, type Ref } from 'react'
import { useTranslate } from '../../../i18n/use-translate.ts'
import { Button } from '../../../ui/button.tsx'
import { Stack } from '../../../ui/layout/stack.tsx'
import styles from '../files.module.css'

/** The secondary actions; `name` is the file that they act on. */
export const MoreOptions = ({
  ref,
  name,
  children,
}: {
  ref: Ref<HTMLButtonElement>
  name: string
  children: ReactNode
}) => {
  const t = useTranslate()
  const options = useId()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        ref={ref}
        variant="quiet"
        className={styles.more}
        aria-expanded={open}
        aria-controls={open ? options : undefined}
        aria-label={t('files.actionOn', { action: t('files.button.more'), name })}
        onClick={() => setOpen(!open)}
      >
        <span aria-hidden="true">⋯</span>
      </Button>
      {open && (
        <Stack row gap="s" id={options} className={styles.options}>
          {children}
        </Stack>
      )}
    </>
  )
}
